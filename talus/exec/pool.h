#pragma once
#include <memory>
#include <mutex>
#include <vector>

namespace talus::exec {

/// Scratch that tasks borrow, so that a loop allocates only on its first passes: there come to be as many
/// objects as tasks ever ran at once. What a borrowed object holds is left over from the last borrower.
template <class T>
class Pool {
  public:
    class Loan {
      public:
        Loan(Pool& pool, std::unique_ptr<T> object) : pool_(pool), object_(std::move(object)) {}
        ~Loan() { pool_.giveBack(std::move(object_)); }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        T& operator*() { return *object_; }
        T* operator->() { return object_.get(); }

      private:
        Pool& pool_;
        std::unique_ptr<T> object_;
    };

    Loan borrow() {
        const std::scoped_lock lock(mutex_);
        if (free_.empty()) return {*this, std::make_unique<T>()};
        std::unique_ptr<T> object = std::move(free_.back());
        free_.pop_back();
        return {*this, std::move(object)};
    }

  private:
    void giveBack(std::unique_ptr<T> object) {
        const std::scoped_lock lock(mutex_);
        free_.push_back(std::move(object));
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> free_;
};

}  // namespace talus::exec
