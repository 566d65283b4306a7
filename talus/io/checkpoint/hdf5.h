#pragma once
#include <utility>

#include <hdf5.h>

/// Helpers for HDF5. Included by .cpp files only.
namespace talus::io {

/// An HDF5 identifier; the destructor closes it.
class Hdf5 {
  public:
    using Close = herr_t (*)(hid_t);
    Hdf5(hid_t id, Close close) : id_(id), close_(close) {}
    Hdf5(Hdf5&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    Hdf5& operator=(Hdf5&&) = delete;
    ~Hdf5() { closeNow(); }

    hid_t id() const { return id_; }
    explicit operator bool() const { return id_ >= 0; }
    /// Closes it and returns whether that succeeded; for files being written, where closing may fail.
    bool closeNow() { return id_ < 0 || close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

  private:
    hid_t id_;
    Close close_;
};

/// While this object exists HDF5 does not print its error stack to stderr; every call is checked instead.
class SilentHdf5 {
  public:
    SilentHdf5() {
        H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~SilentHdf5() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
    SilentHdf5(const SilentHdf5&) = delete;
    SilentHdf5& operator=(const SilentHdf5&) = delete;

  private:
    H5E_auto2_t print_ = nullptr;
    void* data_ = nullptr;
};

}  // namespace talus::io
