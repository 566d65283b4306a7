#include <cmath>
#include <string>

#include "talus/core/formula.h"
#include "talus/network/setup.h"

// Any text is a formula or an Error; the same values give the same value, from a new evaluator, too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using talus::Formula;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto formula = Formula::parse(text, talus::network::formulaVariables());
    if (!formula) return 0;
    const std::vector<double> values{0.3, -0.1, 0.5, 100, 2};
    Formula::Evaluator first(*formula), second(*formula);
    const double a = first(values), b = second(values), again = first(values);
    const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    if (!same(a, b) || !same(a, again)) __builtin_trap();
    return 0;
}
