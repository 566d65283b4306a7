#include <future>

#include <fmt/format.h>

#include "viewer/runs/live_run.h"

/// Objects that the user adds to a live run and moves.
namespace talus::viewer {

void LiveRun::addObject(const std::string& name, MakeObject make) {
    post([this, name, make = std::move(make)] {
        const auto alternatives = make(session_);
        Status added = alternatives ? session_.add(alternatives->front()) : Status(alternatives.error());
        for (std::size_t k = 1; !added && alternatives && k < alternatives->size(); ++k)
            if (session_.add((*alternatives)[k])) added = success();
        if (!added) {
            say(added.error().message);
            const std::lock_guard lock(mutex_);
            return refused_objects_.push_back(name);
        }
        history_.clear();  // earlier states do not have the object
        session_.step() == 0 ? beginAgain() : publish();
    });
}

void LiveRun::moveObject(const std::string& name, const run::Hand::Target& target) {
    post([this, name, target] {
        if (const Status moved = hand_.move(session_, name, target); !moved) say(moved.error().message);
    });
}

void LiveRun::removeObject(const std::string& name) {
    post([this, name] {
        if (const Status removed = session_.remove(name); !removed) return say(removed.error().message);
        publish();
    });
}

void LiveRun::resetWithoutObjects() {
    interrupt();
    post([this] {
        stop();
        endRecording();
        if (Status status = session_.resetWithoutObjects(); !status) return say(status.error().message);
        beginAgain();
    });
}

std::string LiveRun::objectsAsToml() {
    std::promise<std::string> text;
    auto result = text.get_future();
    post([this, &text] { text.set_value(session_.source()->interaction.toToml()); });
    return result.get();
}

std::vector<std::string> LiveRun::takeRefusedObjects() {
    const std::lock_guard lock(mutex_);
    return std::exchange(refused_objects_, {});
}

}  // namespace talus::viewer
