#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "talus/core/result.h"

namespace talus::io {

/// Looks through the text of an ESRI ASCII grid before its cells are believed: the library that reads it
/// takes the beginning of a word that is a number, or 0, and drops what comes after the last cell. Words of
/// the heading come in pairs, a name and its value; all behind it are cells. Numbers are as the world's
/// programs write them: 5, -2.5e+3, with a decimal comma too, and nan, inf, 1.#IND, 1.#QNAN and 1.#INF. Takes
/// the text in pieces of any length, one pass.
class TextGrid {
  public:
    TextGrid(std::uint64_t columns, std::uint64_t rows) : columns_(columns), rows_(rows) {}

    /// False once there is an error: the rest need not come.
    bool take(std::string_view piece);
    /// Once the text is at its end. Error (Input) with line and column of the first word that is no number,
    /// or that no cell is left for, for a size of cells that is not above 0, and for lines that have other
    /// numbers of cells than the grid has columns where there is a line for each row.
    Status end();

  private:
    /// What a number may go on with.
    enum class Part { Start, Sign, Whole, Point, Fraction, Exponent, ExponentSign, ExponentDigits, Wrong };
    static Part next(Part part, char c);
    void lookAt(char c);
    void endWord();
    void endLine();
    bool isNumber() const;
    void fail(std::string message);

    std::uint64_t columns_, rows_;
    std::uint64_t line_ = 1, column_ = 1;            ///< of the next character
    std::uint64_t word_column_ = 1, word_line_ = 1;  ///< where the word began
    std::string word_;                               ///< its beginning, for names and messages
    Part part_ = Part::Start;
    bool in_word_ = false;
    bool heading_ = true, has_name_ = false, takes_any_ = false, is_size_ = false;
    std::uint64_t cells_ = 0, cells_in_line_ = 0, lines_ = 0;
    std::uint64_t odd_line_ = 0, odd_cells_ = 0;  ///< the first line with another number of cells
    Status status_ = success();
};

/// What the library that reads text grids does not take them with: a byte order mark, or UTF-16. Error
/// (Input).
Status checkStart(std::string_view text);

}  // namespace talus::io
