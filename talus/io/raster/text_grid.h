#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "talus/core/result.h"

namespace talus::io {

/// Checks the text of an ESRI ASCII grid before its cells are used. The library that reads it would accept
/// damaged files: of a word it uses the part that is a number, or 0, and it ignores words after the last
/// cell. Words of the heading are pairs of a name and its value; all words after it are cells. Numbers may
/// have the forms that programs write: 5, -2.5e+3, also with a decimal comma, and nan, inf, 1.#IND, 1.#QNAN
/// and 1.#INF. The text is given in pieces of any length, in one pass.
class TextGrid {
  public:
    TextGrid(std::uint64_t columns, std::uint64_t rows) : columns_(columns), rows_(rows) {}

    /// Reads a piece. False once there is an error; the rest is then not needed.
    bool take(std::string_view piece);
    /// To be called at the end of the text. Error (Input) with line and column for the first word that is not
    /// a number, for cells that are too many, for a size of cells that is not above 0, and, where there is a
    /// line for each row, for lines whose number of cells is not that of the columns.
    Status end();

  private:
    /// The part of a number that was read last.
    enum class Part { Start, Sign, Whole, Point, Fraction, Exponent, ExponentSign, ExponentDigits, Wrong };
    static Part next(Part part, char c);
    void readCharacter(char c);
    void endWord();
    void endLine();
    bool isNumber() const;
    void fail(std::string message);

    std::uint64_t columns_, rows_;
    std::uint64_t line_ = 1, column_ = 1;            ///< of the next character
    std::uint64_t word_column_ = 1, word_line_ = 1;  ///< where the word began
    std::string word_;                               ///< its first characters, for names and messages
    Part part_ = Part::Start;
    bool in_word_ = false;
    bool heading_ = true, has_name_ = false, takes_any_ = false, is_size_ = false;
    std::uint64_t cells_ = 0, cells_in_line_ = 0, lines_ = 0;
    std::uint64_t odd_line_ = 0, odd_cells_ = 0;  ///< the first line with another number of cells
    Status status_ = success();
};

/// Error (Input) where a text grid begins with a byte order mark or is UTF-16: the library does not recognise
/// it then.
Status checkStart(std::string_view text);

}  // namespace talus::io
