#pragma once
#include <string>
#include <vector>

namespace talus::method {

/// Why a device cannot run a scene, in words of the scene file. Each reason is given once, with the names of
/// what it is about.
class Refusals {
  public:
    void add(std::string reason) { all_.push_back({std::move(reason), {}}); }
    /// @param name of a wall, say
    void add(const std::string& reason, const std::string& name);

    bool empty() const { return all_.empty(); }
    /// "thin walls: 'left', 'right'"; of many names the first, and how many more.
    std::vector<std::string> texts() const;

  private:
    struct Refusal {
        std::string reason;
        std::vector<std::string> names;
    };
    std::vector<Refusal> all_;
};

}  // namespace talus::method
