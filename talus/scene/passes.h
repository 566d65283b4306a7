#pragma once
#include <span>
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/geometry/tidy_mesh.h"
#include "talus/scene/document.h"
#include "talus/scene/reader.h"
#include "talus/scene/registry.h"

/// The passes of readScene() behind the syntax; each reports all that it finds.
namespace talus::scene {

/// A pass stops after so many errors, and tells as many warnings: a hostile file must not make a report of
/// gigabytes.
inline constexpr int most_findings = 50;
inline bool full(const Diagnostics& diagnostics) { return diagnostics.errorCount() >= most_findings; }

/// A user's word in quotes, cut and made safe to print.
std::string quoted(std::string_view word);

/// A positive number cut to two digits: a limit to recommend.
double roundedDown(double value);

/// Puts `--set path=value` options into the tree, in order; each becomes a source of the diagnostics.
void applyOverrides(std::span<const std::string> overrides, Entries& root, Diagnostics& diagnostics);

/// Pass 2, schema: the tree into a scene. Unknown keys, types, units, ranges, keys that do not apply.
Scene fillScene(const Entries& root, Diagnostics& diagnostics);

/// A scene and the tree that it came from, for findings that need a place.
struct Checked {
    const Scene& scene;
    const Entries& root;
    Diagnostics& diagnostics;

    /// The place of a key's value; of the table where the key is not given; of nothing where that is not.
    SourceSpan place(std::string_view section, std::size_t index, std::string_view key) const;
    /// Adds a warning while there are not too many.
    void warn(SourceSpan span, std::string message, std::string hint);
};

/// Reads the files that the scene names, relative to the folder of the scene; their paths become absolute, so
/// that the resolved scene can be run from anywhere.
void loadMeshes(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics);

/// Tells what of a mesh is not used.
void warnOfUntidy(Checked checked, SourceSpan place, const std::string& file, const geometry::Untidy& untidy);

void loadImports(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics);

void loadRaster(Scene& scene, const std::string& folder, const RasterReader& rasters, const Entries& root,
                Diagnostics& diagnostics);

/// Makes the heights that [ground] asks for.
void makeGround(Scene& scene, const Entries& root, Diagnostics& diagnostics);

/// Gives bodies their shapes and masses, with the files that they name, and makes the walls that they are to
/// grains, the last of the scene's; and checks [soil].
void makeBodies(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics);

/// How large grains are: the other checks count on it.
void checkSizes(Checked& checked);

/// Pass 3, references: names that refer to something, names given twice, contact pairs; then geometry.
void checkReferences(Checked& checked);
void checkContacts(Checked& checked);
void checkFixed(Checked& checked);
void checkHybrid(Checked& checked);
void checkGeometry(Checked& checked);
void checkGround(Checked& checked);
/// @pre checkGeometry() found nothing wrong with the walls
void checkBodies(Checked& checked);
void checkEmitters(Checked& checked);
void checkOverlaps(Checked& checked);

/// Pass 4, feasibility: time step against contact time, counts and memory.
void checkFeasibility(Checked& checked, const Machine& machine);
/// What a periodic domain needs, and what it does not do for walls.
void checkPeriodic(Checked& checked);
/// Contacts that the grains' weight, or their speed, presses flat.
/// @param speed the largest to expect [m/s]
void checkSoftness(Checked& checked, double speed);
/// Restitutions that the steps of the run are too long for.
/// @param speed of an impact [m/s] @param dt [s]
void checkRestitution(Checked& checked, double speed, double dt);

}  // namespace talus::scene
