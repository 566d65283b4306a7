#pragma once
#include <vector>

#include "talus/cloth/contact/respond.h"
#include "talus/exec/for_each.h"

namespace talus::cloth {

/// Least mobility of a point over the largest of its corners. Beside a held corner the others hardly move the
/// point, however far they go: without this they would be thrown off by a held corner that is too near to
/// something. At the middle of a triangle of equal corners it is 1/3.
inline constexpr double least_mobility = 0.01;
/// Pairs of a colour are few, and each takes long.
inline constexpr std::size_t pairs_a_task = 256;

/// kernel(k) for all k up to the last of `ends`, those of a colour in any order.
template <class Kernel>
void byColour(const exec::Exec& exec, const Contacts& contacts, const std::vector<std::size_t>& ends,
              Kernel kernel) {
    std::size_t begin = 0;
    for (std::size_t colour = 0; colour < ends.size(); ++colour) {
        const bool serial = contacts.serial || (contacts.last_serial && colour + 1 == ends.size());
        const auto range = [&](std::size_t first, std::size_t last) {
            for (std::size_t k = begin + first; k < begin + last; ++k) kernel(k);
        };
        if (serial)
            range(0, ends[colour] - begin);
        else
            exec::for_each_range(exec, ends[colour] - begin, range, pairs_a_task);
        begin = ends[colour];
    }
}

/// The body's side of a pair: its points are from `first` to `end`.
struct Side {
    std::uint32_t first = 0, end = 0;
    double sign = 0;  ///< of its weights
};
inline Side sideOfBody(const ClosePair& pair, const BodyPaths& bodies) {
    if (pair.point[0] >= bodies.clothPoints()) return {0, pair.first, 1};
    return {pair.first, 4, -1};
}

}  // namespace talus::cloth
