#include "talus/state/reorder.h"

#include <utility>

#include "talus/core/check.h"
#include "talus/exec/for_each.h"

namespace talus::state {
namespace {

template <std::size_t bytes>
void gather(const exec::Exec& exec, View<const std::uint32_t> order, const std::byte* from, std::byte* to) {
    exec::for_each(exec, order.size(), [=](std::size_t k) {
        std::memcpy(to + k * bytes, from + std::size_t{order.data()[k]} * bytes, bytes);
    });
}

}  // namespace

void reorder(const exec::Exec& exec, View<const std::uint32_t> order, Table& table) {
    TALUS_ASSERT(order.size() <= table.size(), "an order has at most as many rows as its table");
    std::size_t done = 0;
    for (const std::size_t width : {1, 2, 4, 8, 12, 24}) {
        exec::Buffer sorted;
        for (Column& column : table.columns()) {
            if (column.info->elementBytes() != width) continue;
            ++done;
            sorted.resize(order.size() * width);
            const std::byte* from = column.values.data();
            // A fixed width lets the compiler copy a row with one or two loads.
            switch (width) {
                case 1: gather<1>(exec, order, from, sorted.data()); break;
                case 2: gather<2>(exec, order, from, sorted.data()); break;
                case 4: gather<4>(exec, order, from, sorted.data()); break;
                case 8: gather<8>(exec, order, from, sorted.data()); break;
                case 12: gather<12>(exec, order, from, sorted.data()); break;
                case 24: gather<24>(exec, order, from, sorted.data()); break;
            }
            // The memory of the old values is reused for the next column of this width only: a narrower
            // column would keep more memory than it needs.
            std::swap(column.values, sorted);
        }
    }
    TALUS_ASSERT(done == table.columns().size(), "a field has a width that reorder does not know");
    table.resize(order.size());
}

}  // namespace talus::state
