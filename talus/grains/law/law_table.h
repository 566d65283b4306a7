#pragma once
#include <algorithm>
#include <vector>

#include "talus/grains/law/law.h"

namespace talus::grains {

struct LawLoops;

/// The constants of every pair of materials, as a matrix in row-major order.
class LawTable {
  public:
    LawTable() = default;
    LawTable(std::size_t materials, std::vector<LawConstants> laws)
        : materials_(materials), laws_(std::move(laws)) {}

    /// The loops of the list to which all laws of the table belong.
    const LawLoops& loops() const;

    const LawConstants& at(std::size_t a, std::size_t b) const { return laws_[a * materials_ + b]; }
    std::size_t materials() const { return materials_; }

    /// Largest gap over which any pair acts [m].
    double range() const {
        double range = 0;
        for (const LawConstants& law : laws_) range = std::max(range, law.range);
        return range;
    }
    /// Whether any pair resists rolling or twisting: contacts then store an angle.
    bool resistsTurning() const {
        return std::any_of(laws_.begin(), laws_.end(),
                           [](const LawConstants& law) { return law.rolling != Rolling::None; });
    }

  private:
    std::size_t materials_ = 0;
    std::vector<LawConstants> laws_;
};

}  // namespace talus::grains
