#include "viewer/panels/look_panel.h"

#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui/imgui.h>

#include "talus/geometry/grow_box.h"
#include "talus/method/gather.h"
#include "talus/run/picture/extent.h"
#include "talus/run/picture/look/look_words.h"
#include "viewer/commands/commands.h"
#include "viewer/panels/widgets.h"

namespace talus::viewer {
namespace {

/// A list of names. Calls take(name) where another is chosen.
template <class Names, class Take>
void choose(const char* label, const std::string& chosen, const Names& names, Take take) {
    if (!ImGui::BeginCombo(label, chosen.c_str())) return;
    for (const auto& name : names)
        if (ImGui::Selectable(std::string(name).c_str(), chosen == name)) take(std::string(name));
    ImGui::EndCombo();
}

void checkbox(Viewer& viewer, const char* label, bool on, const std::string& command) {
    if (ImGui::Checkbox(label, &on)) execute(viewer, command + (on ? " on" : " off"));
}

/// A colour that is chosen with a picker.
void colourField(Viewer& viewer, const std::string& label, picture::Colour colour,
                 const std::string& command) {
    std::array<float, 3> rgb{colour.r, colour.g, colour.b};
    if (ImGui::ColorEdit3(label.c_str(), rgb.data(), ImGuiColorEditFlags_NoInputs))
        execute(viewer, fmt::format("{} {:.3f} {:.3f} {:.3f}", command, rgb[0], rgb[1], rgb[2]));
}

/// Single walls and bodies that are translucent, and the opacity of all that is.
void seeThrough(Viewer& viewer) {
    const run::Look& look = viewer.look();
    const std::vector<std::string> names = run::translucentNames(*viewer.shot()->scene);
    if (names.empty()) return;
    const std::string chosen =
        look.translucent.empty() ? "none" : fmt::format("{}", fmt::join(look.translucent, ", "));
    if (ImGui::BeginCombo("see through", chosen.c_str())) {
        for (const std::string& name : names) {
            bool on = look.translucent.contains(name);
            if (ImGui::Checkbox(name.c_str(), &on))
                execute(viewer, "show " + quotedWord(name) + (on ? " translucent" : " on"));
        }
        ImGui::EndCombo();
    }
    if (look.walls != run::Look::Walls::Translucent && look.translucent.empty()) return;
    float opacity = look.opacity;
    if (ImGui::SliderFloat("opacity", &opacity, 0.05f, 0.95f, "%.2f", ImGuiSliderFlags_AlwaysClamp))
        execute(viewer, fmt::format("opacity {:.3g}", opacity));
}

void shownSets(Viewer& viewer) {
    if (!ImGui::CollapsingHeader("Shown", ImGuiTreeNodeFlags_DefaultOpen)) return;
    const run::Look& look = viewer.look();
    if (ImGui::BeginTable("shown", 2)) {
        for (const std::string& name : run::hideable(*viewer.shot()->scene, viewer.shot()->frame)) {
            ImGui::TableNextColumn();
            checkbox(viewer, name.c_str(), !look.hidden.contains(name), "show " + quotedWord(name));
        }
        ImGui::EndTable();
    }
    choose("walls", run::wallsText(look.walls), std::array{"solid", "translucent", "edges", "hidden"},
           [&](const std::string& walls) { execute(viewer, "walls " + walls); });
    seeThrough(viewer);
    choose("liquid", look.liquid_balls ? "balls" : "surface", std::array{"surface", "balls"},
           [&](const std::string& liquid) { execute(viewer, "liquid " + liquid); });
}

void colours(Viewer& viewer) {
    if (!ImGui::CollapsingHeader("Colour", ImGuiTreeNodeFlags_DefaultOpen)) return;
    const picture::ColourScale& scale = viewer.style().scale;
    choose("colour", viewer.colour(), viewer.colours(),
           [&](const std::string& name) { execute(viewer, "colour " + quotedWord(name)); });
    std::string map;
    std::vector<std::string_view> maps;
    for (const picture::NamedColourMap& named : picture::colour_maps) {
        maps.push_back(named.name);
        if (named.map == scale.map) map = named.name;
    }
    choose("map", map, maps, [&](const std::string& name) { execute(viewer, "colour-map " + name); });
    bool log = scale.logarithmic;
    if (ImGui::Checkbox("logarithmic", &log))
        execute(viewer, log ? "colour-scale log" : "colour-scale linear");
    ImGui::SameLine();
    bool locked = scale.low && scale.high;
    if (ImGui::Checkbox("range stays", &locked))
        execute(viewer, locked ? "colour-range lock" : "colour-range auto");
    if (!locked) return;
    std::array<double, 2> ends{*scale.low, *scale.high};
    if (ImGui::InputScalarN("range", ImGuiDataType_Double, ends.data(), 2, nullptr, nullptr, "%.6g",
                            ImGuiInputTextFlags_EnterReturnsTrue))
        execute(viewer, fmt::format("colour-range {} {}", ends[0], ends[1]));
}

void marks(Viewer& viewer) {
    if (!ImGui::CollapsingHeader("Vectors, forces, boxes", ImGuiTreeNodeFlags_DefaultOpen)) return;
    const run::Look& look = viewer.look();
    std::vector<std::string> fields{"off"};
    for (std::string& field : run::vectorFields(viewer.shot()->frame)) fields.push_back(std::move(field));
    choose("arrows", look.arrows ? look.arrows->field : "off", fields,
           [&](const std::string& field) { execute(viewer, "arrows " + quotedWord(field)); });
    if (look.arrows) {
        double scale = look.arrows->scale.value_or(0);
        if (ImGui::InputDouble("m for length 1", &scale, 0, 0, scale > 0 ? "%.6g" : "automatic",
                               ImGuiInputTextFlags_EnterReturnsTrue))
            execute(viewer, scale > 0 ? fmt::format("arrows {} {}", quotedWord(look.arrows->field), scale)
                                      : "arrows " + quotedWord(look.arrows->field));
    }
    checkbox(viewer, "contact forces", look.forces, "forces");
    ImGui::SameLine();
    checkbox(viewer, "search cells", look.cells, "cells");
    ImGui::SameLine();
    checkbox(viewer, "bounds", look.bounds, "bounds");
}

/// A slider along the scene. @return whether it was moved
bool slide(const char* label, double& value, double low, double high) {
    return ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &low, &high, "%.6g m");
}

void clipPlane(Viewer& viewer, geometry::Plane plane, const geometry::Box& box) {
    const auto apply = [&](const Vec3d& normal, double offset) {
        execute(viewer,
                fmt::format("clip plane {:.6g} {:.6g} {:.6g} {:.6g}", normal.x, normal.y, normal.z, offset));
    };
    const Vec3d middle = (box.min + box.max) * 0.5;
    const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const char* names[3] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k) {
        if (ImGui::RadioButton(names[k], std::abs(dot(plane.normal, axes[k])) > 0.999))
            apply(axes[k], dot(axes[k], middle));
        ImGui::SameLine();
    }
    double offset = dot(plane.normal, plane.point);
    if (ImGui::Button("other side")) apply(-plane.normal, -offset);
    double low = 1e300, high = -1e300;
    for (int corner = 0; corner < 8; ++corner) {
        low = std::min(low, dot(plane.normal, geometry::cornerOf(box, corner)));
        high = std::max(high, dot(plane.normal, geometry::cornerOf(box, corner)));
    }
    if (slide("place", offset, low, high)) apply(plane.normal, offset);
}

void clipBox(Viewer& viewer, geometry::Box part, const geometry::Box& box) {
    bool moved = false;
    const auto side = [&](const char* low, const char* high, double& from, double& to, double first,
                          double last) {
        const double thin = 0.001 * (last - first);
        moved = slide(low, from, first, to - thin) || moved;
        moved = slide(high, to, from + thin, last) || moved;
    };
    side("from x", "to x", part.min.x, part.max.x, box.min.x, box.max.x);
    side("from y", "to y", part.min.y, part.max.y, box.min.y, box.max.y);
    side("from z", "to z", part.min.z, part.max.z, box.min.z, box.max.z);
    if (moved) execute(viewer, "clip " + run::clipText({part}));
}

void clip(Viewer& viewer, const geometry::Box& box) {
    if (!ImGui::CollapsingHeader("Clip", ImGuiTreeNodeFlags_DefaultOpen)) return;
    const picture::Clip& clip = viewer.look().clip;
    const char* names[3] = {"off", "plane", "box"};
    choose("clip", names[clip.part.index()], names, [&](const std::string& name) {
        if (name == "off") execute(viewer, "clip off");
        if (name == "plane")
            execute(viewer, fmt::format("clip plane 0 1 0 {:.6g}", 0.5 * (box.min.y + box.max.y)));
        if (name == "box") execute(viewer, "clip " + run::clipText({box}));
    });
    if (const auto* plane = std::get_if<geometry::Plane>(&clip.part)) clipPlane(viewer, *plane, box);
    if (const auto* part = std::get_if<geometry::Box>(&clip.part)) clipBox(viewer, *part, box);
}

void light(Viewer& viewer, bool has_land) {
    if (!ImGui::CollapsingHeader("Ground, light, materials")) return;
    constexpr double degree = std::numbers::pi / 180;
    const scene::Scene& scene = *viewer.shot()->scene;
    const run::Look& look = viewer.look();
    if (has_land) {
        double step = viewer.style().contours;
        if (ImGui::InputDouble("m between contours", &step, 0, 0, step > 0 ? "%.6g" : "off",
                               ImGuiInputTextFlags_EnterReturnsTrue))
            execute(viewer, step > 0 ? fmt::format("contours {}", step) : "contours off");
    }
    const Vec3d sun = look.to_sun.value_or(scene.render.sun);
    double azimuth = std::atan2(sun.y, sun.x) / degree,
           elevation = std::atan2(sun.z, std::hypot(sun.x, sun.y)) / degree;
    const std::array<double, 4> ends{-180, 180, 1, 90};
    bool moved = ImGui::SliderScalar("azimuth", ImGuiDataType_Double, &azimuth, &ends[0], &ends[1], "%.0f°");
    moved = ImGui::SliderScalar("elevation", ImGuiDataType_Double, &elevation, &ends[2], &ends[3], "%.0f°") ||
            moved;
    if (moved) execute(viewer, fmt::format("light {:.1f} {:.1f}", azimuth, elevation));
    colourField(viewer, "background", look.background.value_or(picture::colourOf(scene.render.background)),
                "background");
    for (const environment::Material& material : scene.environment.materials) {
        const auto chosen = look.materials.find(material.name);
        colourField(viewer, material.name,
                    chosen == look.materials.end() ? picture::colourOf(material.colour) : chosen->second,
                    "material-colour " + quotedWord(material.name));
    }
}

}  // namespace

void lookTab(Viewer& viewer, LookState& state) {
    if (!viewer.isOpen() || !viewer.shot()) return;
    if (state.scene != viewer.shot()->scene) {
        state.scene = viewer.shot()->scene;
        const geometry::Box box = run::extentOf(*state.scene);
        const Vec3d margin = (box.max - box.min) * 0.02;
        state.extent = {box.min - margin, box.max + margin};
        state.has_land = !method::landsOf(*state.scene).empty();
    }
    ImGui::BeginChild("look");
    ImGui::PushItemWidth(ImGui::GetContentRegionAvail().x * 0.55f);
    shownSets(viewer);
    colours(viewer);
    marks(viewer);
    clip(viewer, state.extent);
    light(viewer, state.has_land);
    ImGui::PopItemWidth();
    if (ImGui::Button("Show everything as the scene says")) execute(viewer, "reset-look");
    ImGui::EndChild();
}

}  // namespace talus::viewer
