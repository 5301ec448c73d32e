// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/keyparts.h"

#include "redis/types/printable.h"

#include <algorithm>
#include <array>

namespace plimsoll::redis {

namespace {

constexpr qsizetype longestName = 512; ///< bytes; the rest is one part
constexpr std::size_t mostParts = 24;
constexpr qsizetype longestWord = 128;
constexpr qsizetype shortestHex = 16;
constexpr qsizetype ulidLength = 26;
constexpr qsizetype uuidLength = 36;

bool isNameDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNameHex(char c)
{
    return isNameDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isNameUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// True for ASCII letters and for bytes of other scripts.
bool isNameLetter(char c)
{
    return isNameUpper(c) || (c >= 'a' && c <= 'z') || static_cast<uchar>(c) >= 0x80U;
}

bool isMinor(char c)
{
    return QByteArrayView("._-@+").contains(c);
}

template <typename Test> bool allOf(QByteArrayView text, Test test)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), test);
}

int numberOfDigits(QByteArrayView digits)
{
    return digits.toInt();
}

bool isDayOf(QByteArrayView year, QByteArrayView month, QByteArrayView day)
{
    constexpr int firstYear = 1990;
    constexpr int lastYear = 2100;
    return numberOfDigits(year) >= firstYear && numberOfDigits(year) <= lastYear && numberOfDigits(month) >= 1
        && numberOfDigits(month) <= 12 && numberOfDigits(day) >= 1 && numberOfDigits(day) <= 31;
}

/// Class of a text of digits only.
PartClass classOfDigits(QByteArrayView text)
{
    const bool isDay = text.size() >= 8 && isDayOf(text.first(4), text.sliced(4, 2), text.sliced(6, 2));
    if (text.size() == 8 && isDay) {
        return PartClass::Day;
    }
    return text.size() == 10 && isDay && numberOfDigits(text.sliced(8)) < 24 ? PartClass::Hour : PartClass::Number;
}

/// True if `count` digits follow from `at` on.
bool hasDigits(QByteArrayView text, qsizetype at, qsizetype count)
{
    return text.size() >= at + count && allOf(text.sliced(at, count), isNameDigit);
}

struct TimeFound {
    qsizetype length = 0; ///< 0: none
    PartClass partClass = PartClass::Word;
};

/// A time that the text begins with: 2026-11-28, 2026-11-28-03, 2026-11-28T03:15:00.250Z, 2026-11-28 03:15.
TimeFound timeAt(QByteArrayView text)
{
    const bool isDay = hasDigits(text, 0, 4) && hasDigits(text, 5, 2) && hasDigits(text, 8, 2) && text[4] == '-'
        && text[7] == '-' && isDayOf(text.first(4), text.sliced(5, 2), text.sliced(8, 2));
    if (!isDay) {
        return {};
    }
    TimeFound found{10, PartClass::DashedDay};
    const auto isEnd = [&text](qsizetype at) {
        return at >= text.size() || !(isNameDigit(text[at]) || isNameLetter(text[at]));
    };
    if (text.size() > 10 && (text[10] == 'T' || text[10] == ' ') && hasDigits(text, 11, 2)) {
        qsizetype at = 13;
        for (int i = 0; i < 2 && at < text.size() && text[at] == ':' && hasDigits(text, at + 1, 2); ++i) {
            at += 3;
        }
        if (at < text.size() && text[at] == '.' && hasDigits(text, at + 1, 1)) {
            for (++at; at < text.size() && isNameDigit(text[at]); ++at) { }
        }
        if (at < text.size() && text[at] == 'Z') {
            ++at;
        } else if (at < text.size() && (text[at] == '+' || text[at] == '-') && hasDigits(text, at + 1, 2)) {
            at += 3;
            at += at < text.size() && text[at] == ':' && hasDigits(text, at + 1, 2) ? 3
                : hasDigits(text, at, 2)                                            ? 2
                                                                                    : 0;
        }
        found = {at, PartClass::Instant};
    } else if (text.size() > 10 && text[10] == '-' && hasDigits(text, 11, 2) && isEnd(13)
               && numberOfDigits(text.sliced(11, 2)) < 24) {
        found = {13, PartClass::DashedHour};
    }
    return isEnd(found.length) ? found : TimeFound{};
}

bool isUuid(QByteArrayView text)
{
    if (text.size() != uuidLength) {
        return false;
    }
    for (qsizetype i = 0; i < uuidLength; ++i) {
        const bool isDash = i == 8 || i == 13 || i == 18 || i == 23;
        if (isDash ? text[i] != '-' : !isNameHex(text[i])) {
            return false;
        }
    }
    return true;
}

bool isUlid(QByteArrayView text)
{
    const bool isUpperCase = std::any_of(text.begin(), text.end(), isNameUpper);
    return text.size() == ulidLength && text[0] >= '0' && text[0] <= '7' && allOf(text, [isUpperCase](char c) {
               const char up = isNameUpper(c) || isNameDigit(c) ? c : static_cast<char>(c - 'a' + 'A');
               return isNameDigit(c)
                   || (isNameUpper(c) == isUpperCase && isNameUpper(up) && !QByteArrayView("ILOU").contains(up));
           });
}

bool isHex(QByteArrayView text)
{
    return text.size() >= shortestHex && allOf(text, isNameHex) && std::any_of(text.begin(), text.end(), isNameDigit);
}

bool isEmail(QByteArrayView text)
{
    const qsizetype at = text.indexOf('@');
    const qsizetype dot = text.lastIndexOf('.');
    return at > 0 && text.lastIndexOf('@') == at && dot > at + 1 && text.size() - dot > 2
        && allOf(text.sliced(dot + 1), isNameLetter);
}

bool isHost(QByteArrayView text)
{
    if (!text.contains('.')
        || !allOf(text, [](char c) { return isNameDigit(c) || isNameLetter(c) || c == '.' || c == '-'; })) {
        return false;
    }
    QByteArrayView rest = text;
    int numbers = 0;
    int labels = 0;
    while (true) {
        const qsizetype dot = rest.indexOf('.');
        const QByteArrayView label = dot < 0 ? rest : rest.first(dot);
        if (label.isEmpty()) {
            return false;
        }
        ++labels;
        numbers += allOf(label, isNameDigit) && label.size() <= 3 && numberOfDigits(label) <= 255 ? 1 : 0;
        if (dot < 0) {
            rest = label;
            break;
        }
        rest = rest.sliced(dot + 1);
    }
    // Other top-level domains are also the words that applications put behind a dot.
    static constexpr std::array domains{"com", "org", "net", "edu",   "gov",      "io",      "dev", "cloud",
                                        "de",  "fr",  "uk",  "eu",    "ch",       "at",      "nl",  "jp",
                                        "cn",  "br",  "ru",  "local", "internal", "example", "lan", "localdomain"};
    return (labels == 4 && numbers == 4) || std::any_of(domains.begin(), domains.end(), [rest](const char *domain) {
               return rest.compare(domain, Qt::CaseInsensitive) == 0;
           });
}

/// Number of changes between upper case, lower case, digits and others.
qsizetype turnsIn(QByteArrayView text)
{
    const auto sortOf = [](char c) { return isNameDigit(c) ? 0 : isNameUpper(c) ? 1 : isNameLetter(c) ? 2 : 3; };
    qsizetype turns = 0;
    for (qsizetype i = 1; i < text.size(); ++i) {
        turns += sortOf(text[i]) == sortOf(text[i - 1]) ? 0 : 1;
    }
    return turns;
}

/// Random letters and digits change their sort at every other character; names rarely do.
bool isBase64(QByteArrayView text)
{
    constexpr qsizetype shortest = 10;
    constexpr qsizetype shortestOfOneCase = 16;
    if (text.size() < shortest
        || !allOf(text, [](char c) { return isNameDigit(c) || isNameLetter(c) || QByteArrayView("_-+=").contains(c); })
        || !allOf(text, [](char c) { return static_cast<uchar>(c) < 0x80U; })) {
        return false;
    }
    const auto digits = std::count_if(text.begin(), text.end(), isNameDigit);
    const bool hasUpper = std::any_of(text.begin(), text.end(), isNameUpper);
    const bool hasLower =
        std::any_of(text.begin(), text.end(), [](char c) { return isNameLetter(c) && !isNameUpper(c); });
    const qsizetype turns = turnsIn(text);
    return hasUpper && hasLower ? digits > 0 && turns * 5 >= text.size() * 2
                                : text.size() >= shortestOfOneCase && digits >= 3 && turns * 10 >= text.size() * 3;
}

/// Class of a whole piece between separators; Word if it has no other.
PartClass classOf(QByteArrayView text)
{
    if (allOf(text, isNameDigit)) {
        return classOfDigits(text);
    }
    const bool isPlain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (!isPlain && !isPrintable(text)) {
        return PartClass::Bytes;
    }
    return isUuid(text)             ? PartClass::Uuid
        : isUlid(text)              ? PartClass::Ulid
        : isHex(text)               ? PartClass::Hex
        : isEmail(text)             ? PartClass::Email
        : isHost(text)              ? PartClass::Host
        : isBase64(text)            ? PartClass::Base64
        : text.size() > longestWord ? PartClass::Mixed
                                    : PartClass::Word;
}

/// Digits in front of or between letters, or few hex digits: "8f32", "a001".
bool isMixed(QByteArrayView text)
{
    constexpr qsizetype shortestId = 4;
    if (text.size() >= shortestId && allOf(text, isNameHex) && std::any_of(text.begin(), text.end(), isNameDigit)) {
        return true;
    }
    int turns = 0;
    for (qsizetype i = 1; i < text.size(); ++i) {
        turns += isNameDigit(text[i]) == isNameDigit(text[i - 1]) ? 0 : 1;
    }
    return turns >= 2 && allOf(text, [](char c) { return isNameDigit(c) || isNameLetter(c); });
}

/// Length of an IPv6 address that the text begins with; 0: none.
qsizetype addressLength(QByteArrayView text)
{
    qsizetype end = 0;
    while (end < text.size() && (isNameHex(text[end]) || text[end] == ':')) {
        ++end;
    }
    end -= end > 0 && text[end - 1] == ':' ? 1 : 0;
    const QByteArrayView address = text.first(end);
    const auto colons = std::count(address.begin(), address.end(), ':');
    const bool isEnd = end == text.size() || isSegmentSeparator(text[end]) || text[end] == '}';
    const qsizetype gap = address.indexOf("::");
    const bool hasGap = gap >= 0 && address.indexOf("::", gap + 1) < 0;
    const bool hasDigit = std::any_of(address.begin(), address.end(), isNameDigit);
    if (!isEnd || !hasDigit || address.endsWith(':') || (hasGap ? colons < 4 || colons > 7 : colons != 7)) {
        return 0;
    }
    qsizetype group = 0;
    for (const char c : address) {
        group = c == ':' ? 0 : group + 1;
        if (group > 4) {
            return 0;
        }
    }
    return end;
}

/// Length of a JSON value in brackets, braces or quotes that the text begins with; 0: none.
qsizetype jsonLength(QByteArrayView text)
{
    const char open = text[0];
    if (open != '"' && open != '[' && open != '{') {
        return 0;
    }
    const bool isValue = open == '"'
        || (text.size() > 1 && (QByteArrayView("\"[{").contains(text[1]) || (open == '[' && isNameDigit(text[1]))));
    if (!isValue) {
        return 0;
    }
    int depth = 0;
    bool isQuoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (isQuoted) {
            i += text[i] == '\\' ? 1 : 0;
            isQuoted = i >= text.size() || text[i] != '"';
        } else if (text[i] == '"') {
            isQuoted = true;
        } else if (text[i] == '{' || text[i] == '[') {
            ++depth;
        } else if (text[i] == '}' || text[i] == ']') {
            --depth;
        }
        if (!isQuoted && depth == 0) {
            return i + 1;
        }
    }
    return 0;
}

/// Splits one name. For use as a local variable.
class Splitter {
public:
    explicit Splitter(QByteArrayView key) : m_key(key) { }

    std::vector<KeyPart> split()
    {
        while (m_at < m_key.size() && m_at < longestName && m_parts.size() + 1 < mostParts) {
            if (m_tagEnd == m_at || isSegmentSeparator(m_key[m_at])) {
                ++m_at;
            } else {
                readPart();
            }
        }
        if (m_at < m_key.size()) {
            add(m_key.size(), PartClass::Rest);
        } else if (m_lead < m_at || m_parts.empty()) {
            m_parts.push_back({m_key.sliced(m_lead), {}, PartClass::Word});
        }
        return std::move(m_parts);
    }

private:
    /// Adds the part from m_at to `end`, with the separators since the last part.
    void add(qsizetype end, PartClass partClass)
    {
        m_parts.push_back({m_key.sliced(m_lead, m_at - m_lead), m_key.sliced(m_at, end - m_at), partClass});
        m_at = m_lead = end;
    }

    void readPart()
    {
        const QByteArrayView rest = m_key.sliced(m_at);
        if (const qsizetype json = jsonLength(rest); json > 0) {
            add(m_at + json, PartClass::Json);
            return;
        }
        if (const qsizetype close = rest.indexOf('}'); rest[0] == '{' && close > 1) {
            ++m_at;
            m_tagEnd = m_at + close - 1;
            addPieces(m_tagEnd, Inside::Tag);
            return;
        }
        if (const TimeFound time = timeAt(rest); time.length > 0) {
            add(m_at + time.length, time.partClass);
            return;
        }
        if (const qsizetype address = addressLength(rest); address > 0) {
            add(m_at + address, PartClass::Host);
            return;
        }
        qsizetype end = m_at + 1;
        while (end < m_key.size() && end < longestName && !isSegmentSeparator(m_key[end])
               && !(m_key[end] == '{' && m_key.sliced(end).indexOf('}') > 1)) {
            ++end;
        }
        addPieces(end, Inside::Segment);
    }

    enum class Inside { Segment, Tag };
    struct Piece {
        qsizetype begin, end;
        PartClass partClass;
    };

    /// Adds what is between two major separators, or a hash tag: as one part if it is of a class, else split where ids
    /// and times stand between words.
    void addPieces(qsizetype end, Inside inside)
    {
        const PartClass whole = classOf(m_key.sliced(m_at, end - m_at));
        if (whole != PartClass::Word && whole != PartClass::Base64) {
            add(end, whole);
            return;
        }
        const std::vector<Piece> pieces = piecesOf(m_at, end, inside);
        const bool hasUuid = std::any_of(pieces.begin(), pieces.end(),
                                         [](const Piece &piece) { return piece.partClass == PartClass::Uuid; });
        if (whole == PartClass::Base64 && !hasUuid) {
            add(end, whole);
            return;
        }
        const auto isWord = [](const Piece &piece) { return piece.partClass == PartClass::Word; };
        if (std::none_of(pieces.begin(), pieces.end(), isWord)
            && std::any_of(pieces.begin(), pieces.end(),
                           [](const Piece &piece) { return piece.partClass == PartClass::Mixed; })) {
            add(end, PartClass::Mixed);
            return;
        }
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            Piece piece = pieces[i];
            while (isWord(piece) && i + 1 < pieces.size() && isWord(pieces[i + 1])) {
                piece.end = pieces[++i].end;
            }
            m_at = piece.begin;
            add(piece.end, piece.partClass);
        }
        m_at = end; // minor separators at the end lead the next part
    }

    [[nodiscard]] std::vector<Piece> piecesOf(qsizetype begin, qsizetype end, Inside inside) const
    {
        std::vector<Piece> pieces;
        const auto isSeparator = [inside](char c) { return inside == Inside::Segment && isMinor(c); };
        for (qsizetype at = begin; at < end;) {
            if (isSeparator(m_key[at])) {
                ++at;
                continue;
            }
            const QByteArrayView rest = m_key.sliced(at, end - at);
            if (const TimeFound time = timeAt(rest); time.length > 0) {
                pieces.push_back({at, at + time.length, time.partClass});
                at += time.length;
                continue;
            }
            const auto isEnd = [&rest](qsizetype i) { return rest.size() == i || !isNameHex(rest[i]); };
            if (rest.size() >= uuidLength && isUuid(rest.first(uuidLength)) && isEnd(uuidLength)) {
                pieces.push_back({at, at + uuidLength, PartClass::Uuid});
                at += uuidLength;
                continue;
            }
            qsizetype stop = at + 1;
            while (stop < end && !isSeparator(m_key[stop])) {
                ++stop;
            }
            addPiece(pieces, at, stop);
            at = stop;
        }
        return pieces;
    }

    /// Separates the digits at the end of a word.
    void addPiece(std::vector<Piece> &pieces, qsizetype begin, qsizetype end) const
    {
        const QByteArrayView text = m_key.sliced(begin, end - begin);
        const PartClass partClass = classOf(text);
        qsizetype digits = end;
        while (digits > begin && isNameDigit(m_key[digits - 1])) {
            --digits;
        }
        const bool hasDigitBefore =
            std::any_of(m_key.begin() + begin, m_key.begin() + digits, [](char c) { return isNameDigit(c); });
        if (partClass != PartClass::Word || digits == begin) {
            pieces.push_back({begin, end, partClass});
        } else if (isMixed(text)) {
            pieces.push_back({begin, end, PartClass::Mixed});
        } else if (digits < end && !hasDigitBefore) {
            pieces.push_back({begin, digits, PartClass::Word});
            pieces.push_back({digits, end, classOfDigits(m_key.sliced(digits, end - digits))});
        } else {
            pieces.push_back({begin, end, PartClass::Word});
        }
    }

    QByteArrayView m_key;
    qsizetype m_at = 0; ///< next byte to read
    qsizetype m_lead = 0; ///< end of the last part
    qsizetype m_tagEnd = -1; ///< closing brace of the last hash tag
    std::vector<KeyPart> m_parts;
};

} // namespace

bool isSegmentSeparator(char c)
{
    return QByteArrayView(":/|#;,=&?~ ").contains(c);
}

std::vector<KeyPart> splitKey(QByteArrayView key)
{
    return Splitter(key).split();
}

QByteArrayView placeholderOf(PartClass partClass)
{
    switch (partClass) {
    case PartClass::Number:
        return "{number}";
    case PartClass::Uuid:
        return "{uuid}";
    case PartClass::Ulid:
        return "{ulid}";
    case PartClass::Hex:
        return "{hex}";
    case PartClass::Base64:
        return "{base64}";
    case PartClass::Day:
    case PartClass::DashedDay:
    case PartClass::Instant:
        return "{date}";
    case PartClass::Hour:
    case PartClass::DashedHour:
        return "{hour}";
    case PartClass::Email:
        return "{email}";
    case PartClass::Host:
        return "{host}";
    case PartClass::Json:
        return "{json}";
    case PartClass::Bytes:
        return "{bytes}";
    case PartClass::Rest:
        return "*";
    case PartClass::Word:
    case PartClass::Mixed:
        break;
    }
    return "{word}";
}

QByteArrayView periodOf(PartClass partClass)
{
    switch (partClass) {
    case PartClass::Day:
        return "{yyyyMMdd}";
    case PartClass::DashedDay:
        return "{yyyy-MM-dd}";
    case PartClass::Hour:
        return "{yyyyMMddHH}";
    case PartClass::DashedHour:
        return "{yyyy-MM-dd-HH}";
    default:
        return {};
    }
}

} // namespace plimsoll::redis
