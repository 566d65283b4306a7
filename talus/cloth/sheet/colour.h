#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace talus::cloth {

/// Gives each element the lowest colour that no earlier element at its points has, and sorts by colour.
/// Within a colour the order is kept. Elements of a colour can then be solved in any order, with the same
/// bits. @param points calls take(point) for each point of an element
template <class Element, class Points>
void colourAndSort(std::vector<Element>& elements, std::size_t point_count, Points points) {
    // 64 colours a pass: elements that find none wait for the next pass.
    std::vector<bool> done(elements.size(), false);
    std::size_t left = elements.size();
    for (std::uint16_t base = 0; left > 0; base = static_cast<std::uint16_t>(base + 64)) {
        std::vector<std::uint64_t> used(point_count, 0);
        for (std::size_t e = 0; e < elements.size(); ++e) {
            if (done[e]) continue;
            std::uint64_t taken = 0;
            points(elements[e], [&](std::uint32_t p) { taken |= used[p]; });
            if (taken == ~std::uint64_t{0}) continue;
            std::uint16_t colour = 0;
            while ((taken >> colour & 1U) != 0) ++colour;
            points(elements[e], [&](std::uint32_t p) { used[p] |= std::uint64_t{1} << colour; });
            elements[e].colour = static_cast<std::uint16_t>(base + colour);
            done[e] = true;
            --left;
        }
    }
    std::stable_sort(elements.begin(), elements.end(),
                     [](const Element& a, const Element& b) { return a.colour < b.colour; });
}

/// The ends of the ranges of equal colours in a sorted column.
template <class View>
std::vector<std::size_t> colourEnds(const View& colour) {
    std::vector<std::size_t> ends;
    for (std::size_t k = 0; k < colour.size(); ++k)
        if (k + 1 == colour.size() || colour[k + 1] != colour[k]) ends.push_back(k + 1);
    return ends;
}

}  // namespace talus::cloth
