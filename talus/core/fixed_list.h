#pragma once
#include <cstddef>

#include "talus/core/host_device.h"

namespace talus {

/// A list of fixed capacity that needs no allocation, so that kernels on a device can use it.
/// @pre it never holds more than `capacity` values
template <class T, std::size_t capacity>
class FixedList {
  public:
    TALUS_HD void push_back(const T& value) { values_[size_++] = value; }
    /// Inserts into a sorted list: before the first element that `value` comes before, after all equal ones.
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
    T values_[capacity];
    std::size_t size_ = 0;
};

}  // namespace talus
