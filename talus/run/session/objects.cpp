#include <algorithm>

#include <fmt/format.h>

#include "talus/run/session/session.h"
#include "talus/scene/reader.h"

/// Objects that a user adds to a running session.
namespace talus::run {
namespace {

/// The first setting that differs between a scene and the same scene with more objects behind its own, as a
/// text; empty: none. Motions, and when bodies leave and sources stop, are what the user changes.
std::string differenceOf(const scene::Scene& before, const scene::Scene& after) {
    const settings::Registry registry = scene::registryOf(*before.methods);
    const std::vector<void*> old = scene::ownersOf(before), now = scene::ownersOf(after);
    for (const settings::Section& section : registry.sections()) {
        if (section.name == "motion") continue;
        const std::size_t count =
            std::min(section.size(old[section.owner]), section.size(now[section.owner]));
        for (std::size_t i = 0; i < count; ++i)
            for (const settings::Parameter& row : section.parameters) {
                const void* was = section.object(old[section.owner], i);
                const void* is = section.object(now[section.owner], i);
                if (row.key == "leaves" || row.key == "stop" || !section.applies(row, was) ||
                    !section.applies(row, is))
                    continue;
                const std::string first = settings::toToml(row.get(was), row),
                                  second = settings::toToml(row.get(is), row);
                if (first != second)
                    return fmt::format("{} of {} would be {} in place of {}", row.key, section.title(),
                                       second, first);
            }
    }
    return {};
}

}  // namespace

/// Goes on from the present state with another scene that has more objects behind its own.
Status Session::goOnWith(SceneSource source) {
    if (Status status = mayJump(); !status) return status;
    if (!usable_)
        return Error{ErrorKind::Input, "the simulation has failed; restore an earlier state or reset it"};
    auto simulation = build(source);
    if (!simulation) return simulation.error();
    constexpr const char* advice =
        "nothing was added; use something heavier, slower or nearer, or write it into the scene file";
    if (simulation->clock().dt() != clock().dt())
        return Error{ErrorKind::Input,
                     fmt::format("with this object the time step would be {:.3g} s in place of "
                                 "{:.3g} s: {}",
                                 simulation->clock().dt(), clock().dt(), advice)};
    if (const std::string difference = differenceOf(scene(), simulation->scene()); !difference.empty())
        return Error{ErrorKind::Input, fmt::format("with this object {}: {}", difference, advice)};
    StartState start = startOf(*simulation);
    if (!sameStart(startOf(*simulation, &start_), start_))
        return Error{ErrorKind::Input,
                     fmt::format("with this object the scene would start otherwise: {}", advice)};
    if (Status carried = carryState(simulation_->world(), step(), *simulation, &start_); !carried)
        return carried;
    replace(std::move(*simulation), std::move(source));
    start_ = std::move(start);
    return success();
}

Status Session::add(UserObject object) {
    if (!source_)
        return Error{ErrorKind::Input, "this session has no scene file, so nothing can be added to it"};
    SceneSource longer = *source_;
    longer.interaction.add(std::move(object));
    return goOnWith(std::move(longer));
}

Status Session::remove(const std::string& object) {
    SceneSource changed = source_ ? *source_ : SceneSource{};
    UserObject* found = changed.interaction.find(object);
    if (found == nullptr)
        return Error{ErrorKind::Input, fmt::format("no object '{}' was added to the scene", object)};
    Interaction::setEnd(*found, entryTime());
    return goOnWith(std::move(changed));
}

Status Session::resetWithoutObjects() {
    if (!source_) return Error{ErrorKind::Input, "this session has no scene file, so it cannot be reset"};
    SceneSource wanted = *source_;
    wanted.interaction = {};
    return beginWith(std::move(wanted));
}

}  // namespace talus::run
