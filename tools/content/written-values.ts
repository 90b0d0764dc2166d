const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const MILLION = 1_000_000

/**
 * Whether a text writes a value, in any of the usual spellings: `10000000` as "10 million" or "10,000,000", `2025-01-17` as "17 January
 * 2025", `PT72H` as "72 hours" or "three days", words as they stand.
 */
export function isWritten(value: string | number, text: string): boolean {
  const flat = text.toLowerCase().replaceAll(/[\u00A0\u202F]/g, ' ')
  return spellings(value).some((one) => stands(one.toLowerCase(), flat))
}

function spellings(value: string | number): string[] {
  if (typeof value === 'number') return ofNumber(value)
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (date) return ofDate(Number(date[1]), Number(date[2]), Number(date[3]))
  const duration =
    /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(value)
  return duration ? ofDuration(duration.slice(1).map((part) => Number(part ?? 0))) : [value]
}

function ofNumber(value: number): string[] {
  const plain = String(value)
  const [whole = '', ...rest] = plain.split('.')
  const grouped = (mark: string): string => [whole.replaceAll(/\B(?=(\d{3})+$)/g, mark), ...rest].join('.')
  const large = [
    [1e9, 'billion', 'bn'],
    [MILLION, 'million', 'm'],
    [100_000, 'lakh', 'lakh'],
    [1e7, 'crore', 'crore'],
  ] as const
  return [
    plain,
    plain.replace('.', ','),
    grouped(','),
    grouped(' '),
    grouped('.'),
    grouped("'"),
    grouped('’'),
    ...(NUMBER_WORDS[value] === undefined ? [] : [NUMBER_WORDS[value]]),
    ...large.flatMap(([size, word, short]) =>
      value >= size / 10
        ? [`${value / size} ${word}`, `${value / size}${short}`, `${value / size} ${short}`]
        : [],
    ),
  ]
}

function ofDate(year: number, month: number, date: number): string[] {
  const name = MONTHS[month - 1] ?? ''
  const two = String(date).padStart(2, '0')
  return [
    `${date} ${name} ${year}`,
    `${date} ${name}`,
    `${name} ${date}, ${year}`,
    `${name} ${date}`,
    `${year}-${String(month).padStart(2, '0')}-${two}`,
    `${name} ${year}`,
    ...(month === 1 && date === 1 ? [`in ${year}`, `from ${year}`] : []),
    ...(month === 12 && date === 31 ? [`end of ${year}`, `until ${year}`] : []),
  ]
}

function ofDuration([
  years = 0,
  months = 0,
  weeks = 0,
  days = 0,
  hours = 0,
  minutes = 0,
]: number[]): string[] {
  const units: [number, string][] = [
    [years, 'year'],
    [months + years * 12, 'month'],
    [weeks, 'week'],
    [days + weeks * 7, 'day'],
    [days, 'calendar day'],
    [days, 'working day'],
    [days, 'business day'],
    [hours + days * 24, 'hour'],
    [minutes + hours * 60, 'minute'],
    ...(hours > 0 && hours % 24 === 0 ? [[hours / 24, 'day'] satisfies [number, string]] : []),
    ...(days > 0 && days % 7 === 0 ? [[days / 7, 'week'] satisfies [number, string]] : []),
    ...(months > 0 && months % 12 === 0 ? [[months / 12, 'year'] satisfies [number, string]] : []),
  ]
  return units
    .filter(([count]) => count > 0)
    .flatMap(([count, unit]) =>
      [...ofNumber(count), ...(count === 1 ? ['a', 'an', `each`, 'every', 'per'] : [])].flatMap((number) => [
        `${number} ${unit}`,
        `${number} ${unit[0]} `,
        `${number}-${unit}`,
        `${number} clear ${unit}`,
        `${number} full ${unit}`,
      ]),
    )
    .concat(adverbs(years, months, weeks, days, hours))
}

function adverbs(years: number, months: number, weeks: number, days: number, hours: number): string[] {
  return [
    ...(years === 1 || months === 12 ? ['annual', 'yearly'] : []),
    ...(years === 0 && months === 3 ? ['quarter'] : []),
    ...(months === 1 ? ['monthly'] : []),
    ...(months === 6 ? ['semi-annual', 'half-year', 'half year'] : []),
    ...(weeks === 1 || days === 7 ? ['weekly'] : []),
    ...(days === 1 || hours === 24 ? ['daily'] : []),
  ]
}

/** Whether a spelling stands in a text by itself: `93` is not in `1930`. */
function stands(spelling: string, text: string): boolean {
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + spelling.length] ?? ' '
    const number = /^\d/.test(spelling) && /[\d]/.test(before)
    const longer = /\d$/.test(spelling) && /\d/.test(after)
    // "18 January 2025" holds no "January 2025".
    const behindDay = /^[a-z]+ \d{4}$/.test(spelling) && /\d $/.test(text.slice(Math.max(0, at - 2), at))
    const word = behindDay || (/^[a-z]/.test(spelling) && /[a-z]/.test(before))
    if (!number && !longer && !word) return true
  }
  return false
}
