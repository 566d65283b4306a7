#pragma once
#include <cstddef>

#include "talus/core/host_device.h"

namespace talus {

/// A list of a few values that a kernel keeps to itself. @pre there are never more than `most`
template <class T, std::size_t most>
class FixedList {
  public:
    TALUS_HD void push_back(const T& value) { values_[size_++] = value; }
    /// Puts it in front of the first that it comes before; equal ones stay in the order in which they came.
    template <class Before>
    TALUS_HD void insert(const T& value, Before before) {
        std::size_t k = size_++;
        for (; k > 0 && before(value, values_[k - 1]); --k) values_[k] = values_[k - 1];
        values_[k] = value;
    }

    TALUS_HD std::size_t size() const { return size_; }
    TALUS_HD bool empty() const { return size_ == 0; }
    TALUS_HD T* begin() { return values_; }
    TALUS_HD T* end() { return values_ + size_; }
    TALUS_HD const T* begin() const { return values_; }
    TALUS_HD const T* end() const { return values_ + size_; }

  private:
    T values_[most];
    std::size_t size_ = 0;
};

}  // namespace talus
