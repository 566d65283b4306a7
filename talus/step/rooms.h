#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "talus/core/check.h"

namespace talus::step {

/// Scratch that is no column of numbers: what the tasks of a stage borrow, what a search leaves for the
/// forces of the same step. A room has a name and is of any type; stages declare which they fill and which
/// they use (Access in stage.h).
///
/// What is in a room may stay for later steps, so that these allocate nothing, or work nothing out again that
/// still holds. But a step must come to the same bits where all rooms are empty at its start: where the build
/// validates, they are.
class Rooms {
  public:
    /// Made when it is first asked for. It stays where it is until clear().
    template <class T>
    T& of(std::string_view name) {
        for (Room& room : rooms_)
            if (room.name == name) {
                TALUS_ASSERT(*room.type == typeid(T), "a room is of one type");
                return *static_cast<T*>(room.content.get());
            }
        rooms_.push_back({std::string(name), &typeid(T), std::make_shared<T>()});
        return *static_cast<T*>(rooms_.back().content.get());
    }
    void clear() { rooms_.clear(); }

  private:
    struct Room {
        std::string name;
        const std::type_info* type;
        std::shared_ptr<void> content;  // knows how to destroy it
    };
    std::vector<Room> rooms_;
};

}  // namespace talus::step
