#include "talus/core/formula.h"

#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <muParser.h>

namespace talus {
namespace {

/// The parser of a text whose variables are those of `values`. Throws what muParser throws.
mu::Parser parserOf(const std::string& text, const std::vector<std::string>& variables,
                    std::vector<double>& values) {
    mu::Parser parser;
    for (std::size_t k = 0; k < variables.size(); ++k) parser.DefineVar(variables[k], &values[k]);
    parser.SetExpr(text);
    return parser;
}

/// Position of a '=' that is no part of a comparison.
std::optional<std::size_t> assignmentIn(const std::string& text) {
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] != '=') continue;
        const bool ends = k > 0 && std::string_view("=<>!").find(text[k - 1]) != std::string_view::npos;
        const bool begins = k + 1 < text.size() && text[k + 1] == '=';
        if (!ends && !begins) return k;
    }
    return std::nullopt;
}

/// muParser's messages have a position counted from 0.
std::string withoutPosition(const std::string& message) {
    for (const char* begin : {" found at position", " at position"})
        if (const std::size_t at = message.find(begin); at != std::string::npos) return message.substr(0, at);
    return message;
}

}  // namespace

struct Formula::Evaluator::Parts {
    std::vector<double> values;
    mu::Parser parser;
};

Result<Formula> Formula::parse(const std::string& text, const std::vector<std::string>& variables) {
    constexpr std::size_t longest = 1000;
    if (text.size() > longest)
        return Error{ErrorKind::Input, fmt::format("a formula has at most {} characters, and this one {}",
                                                   longest, text.size())};
    if (const std::size_t at = text.find_first_of("\"'\\;#@"); at != std::string::npos)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' at character {} has no meaning in a formula", text[at], at + 1)};
    if (const auto at = assignmentIn(text))
        return Error{ErrorKind::Input,
                     fmt::format("'=' at character {} would assign: compare with '=='", *at + 1)};
    std::vector<double> values(variables.size(), 1);
    try {
        mu::Parser parser = parserOf(text, variables, values);
        parser.Eval();
        if (parser.GetNumResults() != 1)
            return Error{ErrorKind::Input,
                         "a formula has one value, and this one has several: remove the ','"};
    } catch (const mu::Parser::exception_type& wrong) {
        return Error{ErrorKind::Input,
                     fmt::format("character {}: {}", wrong.GetPos() + 1, withoutPosition(wrong.GetMsg()))};
    }
    Formula formula;
    formula.text_ = text;
    formula.variables_ = variables;
    return formula;
}

Formula::Evaluator::Evaluator(const Formula& formula) : parts_(std::make_unique<Parts>()) {
    parts_->values.resize(formula.variables_.size());
    parts_->parser = parserOf(formula.text_, formula.variables_, parts_->values);
}
Formula::Evaluator::~Evaluator() = default;
Formula::Evaluator::Evaluator(Evaluator&&) noexcept = default;

double Formula::Evaluator::operator()(const std::vector<double>& values) {
    parts_->values.assign(values.begin(), values.end());
    try {
        return parts_->parser.Eval();
    } catch (const mu::Parser::exception_type&) {
        return std::numeric_limits<double>::quiet_NaN();
    }
}

}  // namespace talus
