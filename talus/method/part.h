#pragma once
#include <memory>
#include <typeinfo>
#include <utility>

#include "talus/core/check.h"

namespace talus::method {

/// Holds the settings of one method, in a struct whose type only that method knows. Copied with the scene.
class Part {
  public:
    template <class T>
    static Part of() {
        Part part;
        part.held_ = std::make_unique<Held<T>>();
        return part;
    }
    Part(const Part& other) : held_(other.held_->copy()) {}
    Part(Part&&) noexcept = default;
    Part& operator=(const Part& other) {
        held_ = other.held_->copy();
        return *this;
    }
    Part& operator=(Part&&) noexcept = default;
    ~Part() = default;

    template <class T>
    bool is() const {
        return held_->type() == typeid(T);
    }
    /// @pre is<T>()
    template <class T>
    T& as() {
        TALUS_ASSERT(is<T>(), "settings are read as those of another method");
        return *static_cast<T*>(held_->data());
    }
    template <class T>
    const T& as() const {
        return const_cast<Part*>(this)->as<T>();
    }
    /// The struct, as the `owner` of settings::Section::object.
    void* data() const { return held_->data(); }

  private:
    struct Any {
        virtual ~Any() = default;
        virtual std::unique_ptr<Any> copy() const = 0;
        virtual const std::type_info& type() const = 0;
        virtual void* data() = 0;
    };
    template <class T>
    struct Held final : Any {
        std::unique_ptr<Any> copy() const override { return std::make_unique<Held>(*this); }
        const std::type_info& type() const override { return typeid(T); }
        void* data() override { return &value; }
        T value{};
    };
    Part() = default;
    std::unique_ptr<Any> held_;
};

/// For methods without settings of their own.
struct NoSettings {};

}  // namespace talus::method
