#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "viewer/hand/object_tables.h"

namespace talus::viewer {

class Viewer;

/// What the user does by hand in a live run: drags a tool, drops things, places spouts, moves walls and
/// prescribed bodies. The session records it as tables of the scene file (run::Interaction).
class Hands {
  public:
    /// Whether a drag of the mouse moves the tool, not the camera.
    bool on() const { return on_; }
    void turnOn(bool on) { on_ = on; }

    const ObjectShape& tool() const { return tool_; }
    /// Chooses the next tool. @param size nothing: a sixteenth of the scene. Errors (Input): an unknown kind,
    /// a size that is not above zero.
    Status chooseTool(const Viewer& viewer, const std::string& kind, std::optional<double> size);
    /// Takes the tool to the point under a pixel: it enters there, or moves there.
    Status grab(Viewer& viewer, double x, double y);
    /// Moves the tool so that it stays under the pixel, in the plane through it that faces the camera.
    Status drag(Viewer& viewer, double x, double y);
    /// Moves the tool away from the camera by a distance [m].
    Status push(Viewer& viewer, double distance);
    /// Turns the tool about the vertical, and tilts it about the picture's horizontal axis [rad].
    Status turn(Viewer& viewer, double about_z, double tilt);
    /// The tool leaves the scene.
    Status putAway(Viewer& viewer);
    /// Whether a tool is in the scene.
    bool holdsTool() const { return held_.has_value(); }

    /// Drops a free body above the point under a pixel.
    Status drop(Viewer& viewer, const ObjectShape& shape, double x, double y);
    /// Places a source above the point under a pixel.
    Status placeSpout(Viewer& viewer, double x, double y, const Vec3d& direction);
    /// The newest spout stops.
    Status stopSpout(Viewer& viewer);

    /// Moves a wall, a prescribed body or a group to a displacement from its position in the scene [m].
    Status move(Viewer& viewer, const std::string& name, const Vec3d& displacement);
    /// The names that move() knows.
    static std::vector<std::string> movable(const Viewer& viewer);
    /// Middle of such a thing, with its displacement by move() [m]; nothing where there is none.
    std::optional<Vec3d> middleOf(const Viewer& viewer, const std::string& name) const;
    /// Where move() is to take it, from its position in the scene [m].
    Vec3d displacementOf(const std::string& name) const;
    /// The thing that the handles move; empty: none.
    const std::string& selected() const { return selected_; }
    /// Error (Input) with the names that there are.
    Status select(const Viewer& viewer, const std::string& name);

    /// What a recorded run cannot have, and what to do.
    static constexpr const char* not_while_recording =
        "this run is being recorded, so nothing can be added to it or moved in it; end the recording, do it "
        "by "
        "hand, save the scene (Ctrl+S), and record that";

    /// The longest side of the box that a camera shows of a scene [m].
    static double sizeOf(const scene::Scene& scene);
    /// The largest speed of what the hand moves: that of a fall through the scene, so that the contacts and
    /// the time step that were chosen for the scene are right for it [m/s].
    static double speedIn(const scene::Scene& scene);
    /// Whether anything was done that is not saved.
    bool unsaved() const { return unsaved_; }
    void saved() { unsaved_ = false; }
    /// Forgets an object that the session refused.
    void refused(const std::string& name);
    /// Forgets everything: another file was opened, or the session began again without the objects.
    void clear();

  private:
    struct Moved {
        std::string name;
        Vec3d start;         ///< where its middle was [m]
        Vec3d displacement;  ///< [m]
        Vec3d rotation;      ///< axis times angle [rad]
    };
    void follow(Viewer& viewer, const Moved& moved) const;
    std::string newName(const Viewer& viewer, const std::string& kind);

    bool on_ = false, unsaved_ = false;
    ObjectShape tool_;
    std::optional<Moved> held_;
    Vec3d grip_;                       ///< from the tool's middle to where the mouse holds it [m]
    std::vector<std::string> spouts_;  ///< that flow
    std::vector<Moved> moved_;         ///< walls and bodies of the scene
    std::string selected_;
    std::uint64_t count_ = 0;  ///< of objects so far
};

}  // namespace talus::viewer
