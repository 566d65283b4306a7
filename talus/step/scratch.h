#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "talus/core/check.h"

namespace talus::step {

/// Scratch memory of a step that is no column of numbers: what the tasks of a stage borrow, or what a search
/// produces for the forces of the same step. Each entry has a name and is of any type. Stages declare which
/// they produce and which they read (Access in stage.h).
///
/// Content may stay for later steps, which then allocate nothing, or reuse what still holds. A step must give
/// the same bits where all scratch is empty at its start: builds that validate clear it.
class Scratch {
  public:
    /// Made when it is first asked for. Its address stays the same until clear().
    template <class T>
    T& of(std::string_view name) {
        for (Entry& entry : entries_)
            if (entry.name == name) {
                TALUS_ASSERT(*entry.type == typeid(T), "an entry of scratch has one type");
                return *static_cast<T*>(entry.content.get());
            }
        entries_.push_back({std::string(name), &typeid(T), std::make_shared<T>()});
        return *static_cast<T*>(entries_.back().content.get());
    }
    void clear() { entries_.clear(); }

  private:
    struct Entry {
        std::string name;
        const std::type_info* type;
        std::shared_ptr<void> content;  // knows how to destroy it
    };
    std::vector<Entry> entries_;
};

}  // namespace talus::step
