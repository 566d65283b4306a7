#pragma once
#include <memory>
#include <mutex>
#include <vector>

namespace talus::exec {

/// Scratch objects that tasks borrow and return, so that only the first runs of a loop allocate. There are as
/// many objects as tasks have run at once. A borrowed object still holds what its last borrower left in it.
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
