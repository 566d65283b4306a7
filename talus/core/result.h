#pragma once
#include <string>
#include <utility>
#include <variant>

#include "talus/core/check.h"

namespace talus {

/// The kinds of errors. The value is the exit code of the command line.
enum class ErrorKind {
    Runtime = 1,       ///< a run-time limit, a missing capability
    Input = 2,         ///< a mistake in the user's input
    Diverged = 3,      ///< the simulation left the physical range
    Storage = 4,       ///< a file or disk could not be read or written
    Interrupted = 130  ///< the user stopped the run
};

/// An error for the user: what happened and what to do next, in one message.
struct Error {
    ErrorKind kind = ErrorKind::Runtime;
    std::string message;
};

/// A value, or the error because of which there is none.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }
    /// The value. @pre ok()
    T& value() & {
        TALUS_ASSERT(ok(), error().message.c_str());
        return std::get<0>(content_);
    }
    const T& value() const& { return const_cast<Result*>(this)->value(); }
    T&& value() && { return std::move(value()); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    /// The error. @pre !ok()
    const Error& error() const { return std::get<1>(content_); }

  private:
    std::variant<T, Error> content_;
};

struct Nothing {};
/// Success, or an error.
using Status = Result<Nothing>;
inline Status success() { return Nothing{}; }

}  // namespace talus
