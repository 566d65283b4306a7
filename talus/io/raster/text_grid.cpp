#include "talus/io/raster/text_grid.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "talus/core/printable.h"
#include "talus/core/text_encoding.h"

namespace talus::io {
namespace {

constexpr std::size_t shown_letters = 20;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string word) {
    std::transform(word.begin(), word.end(), word.begin(), lower);
    return word;
}

/// Whether a word stands for a number that is not finite or not a number.
bool isSpecial(std::string word) {
    constexpr std::array<std::string_view, 7> known{"nan",    "inf",     "infinity", "1.#ind",
                                                    "1.#inf", "1.#qnan", "1.#snan"};
    word = lowered(std::move(word));
    if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
    // As in 1.#IND00: digits may follow.
    if (word.starts_with("1.#"))
        while (isDigit(word.back())) word.pop_back();
    return std::find(known.begin(), known.end(), word) != known.end();
}

}  // namespace

TextGrid::Part TextGrid::next(Part part, char c) {
    const bool digit = isDigit(c), sign = c == '+' || c == '-', point = c == '.' || c == ',';
    const bool exponent = c == 'e' || c == 'E';
    switch (part) {
        case Part::Start:
            if (sign) return Part::Sign;
            [[fallthrough]];
        case Part::Sign: return digit ? Part::Whole : point ? Part::Point : Part::Wrong;
        case Part::Whole:
            if (point) return Part::Fraction;
            return digit ? Part::Whole : exponent ? Part::Exponent : Part::Wrong;
        case Part::Point: return digit ? Part::Fraction : Part::Wrong;
        case Part::Fraction: return digit ? Part::Fraction : exponent ? Part::Exponent : Part::Wrong;
        case Part::Exponent:
            if (sign) return Part::ExponentSign;
            [[fallthrough]];
        case Part::ExponentSign:
        case Part::ExponentDigits: return digit ? Part::ExponentDigits : Part::Wrong;
        case Part::Wrong: break;
    }
    return Part::Wrong;
}

bool TextGrid::isNumber() const {
    return part_ == Part::Whole || part_ == Part::Fraction || part_ == Part::ExponentDigits ||
           isSpecial(word_);
}

void TextGrid::fail(std::string message) {
    if (status_) status_ = Error{ErrorKind::Input, std::move(message)};
}

bool TextGrid::take(std::string_view piece) {
    for (const char c : piece) {
        if (!status_) return false;
        readCharacter(c);
    }
    return status_.ok();
}

void TextGrid::readCharacter(char c) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
    if (blank) {
        if (in_word_) endWord();
        if (c == '\n') endLine();
    } else {
        if (!in_word_) {
            in_word_ = true;
            word_.clear();
            part_ = Part::Start;
            word_line_ = line_;
            word_column_ = column_;
        }
        if (word_.size() < 4 * shown_letters) word_ += c;
        part_ = next(part_, c);
    }
    ++column_;
    if (c != '\n') return;
    ++line_;
    column_ = 1;
}

void TextGrid::endWord() {
    in_word_ = false;
    const bool number = isNumber();
    const bool letter = lower(word_[0]) >= 'a' && lower(word_[0]) <= 'z';
    if (heading_ && !has_name_ && letter && !number) {
        has_name_ = true;
        const std::string name = lowered(word_);
        takes_any_ = name == "nodata_value";
        is_size_ = name == "cellsize" || name == "dx" || name == "dy";
        return;
    }
    if (!number && !(heading_ && has_name_ && takes_any_))
        return fail(fmt::format("'{}' in its line {}, column {}, is not a number",
                                printableStart(word_, shown_letters).text, word_line_, word_column_));
    if (heading_ && has_name_) {
        if (is_size_ && word_.starts_with('-'))
            return fail(
                fmt::format("its cells have the size {} in its line {}, column {}; it must be above 0",
                            printableStart(word_, shown_letters).text, word_line_, word_column_));
        has_name_ = false;
        return;
    }
    heading_ = false;
    ++cells_in_line_;
    if (++cells_ > columns_ * rows_)
        fail(fmt::format(
            "it has more cells than {} x {}: the first too many is '{}' in its line {}, column {}; "
            "correct ncols and nrows, or remove the cells that are too many",
            columns_, rows_, printableStart(word_, shown_letters).text, word_line_, word_column_));
}

void TextGrid::endLine() {
    if (cells_in_line_ == 0) return;
    ++lines_;
    if (cells_in_line_ != columns_ && odd_line_ == 0) {
        odd_line_ = line_;
        odd_cells_ = cells_in_line_;
    }
    cells_in_line_ = 0;
}

Status TextGrid::end() {
    if (in_word_) endWord();
    endLine();
    // A file with another number of lines does not have one line for each row, which is allowed.
    if (status_ && cells_ == columns_ * rows_ && lines_ == rows_ && odd_line_ != 0)
        fail(fmt::format("its line {} has {} cells; the grid has {} columns", odd_line_, odd_cells_,
                         columns_));
    return status_;
}

Status checkStart(std::string_view text) {
    if (isUtf16(text)) return Error{ErrorKind::Input, utf16_advice};
    if (withoutByteOrderMark(text).size() == text.size()) return success();
    return Error{ErrorKind::Input,
                 "it begins with a byte order mark, which text grids must not have; save it as UTF-8 without "
                 "one, for example with sed -i '1s/^\\xEF\\xBB\\xBF//'"};
}

}  // namespace talus::io
