/** An input with one value replaced by a wrong one or left out. */
export type Mutation = {
  readonly label: string
  readonly input: unknown
  readonly path: Path
  /** What replaces the value at the path; undefined if it is left out. */
  readonly value: unknown
}

/** Returns JSON nested deeply enough to overflow the stack of a recursive parser. */
export function createNestedJson(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

const hostileValues: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['a negative number', -1],
  ['a broken number', 12.345_678],
  ['a number beyond all bounds', 1e308],
  ['a number too small for its column', 1e-46],
  ['the smallest number there is', 5e-324],
  ['a number that is not counted exactly', 2 ** 53],
  ['a date beyond all years', '+275760-09-13T00:00:00Z'],
  ['a date before all years', '0000-01-01T00:00:00Z'],
  ['a year of five digits by its offset', '9999-12-31T23:59:59-23:59'],
  ['a text', 'text'],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(100_000)],
  ['a NUL character', 'a\u0000b'],
  ['half a character', 'a\ud800'],
  ['an SQL text', `'; drop table zones; --`],
  ['an id that is none', '00000000-0000-0000-0000-00000000000g'],
  ['an empty object', {}],
  ['an operator', { $ne: null }],
  ['an empty list', []],
  ['a list of 10,000', Array.from({ length: 10_000 }, () => 0)],
  ['a list of 10,000 objects', Array.from({ length: 10_000 }, () => ({ lat: 1, lng: 1 }))],
  ['a place beyond the pole', 90.000_001],
  ['a place beyond the date line', -180.000_001],
]

/**
 * Returns variants of the input: each strange value in place of the whole input, of each field and of each element, and each field
 * or element left out.
 */
export function createMutations(input: unknown): Mutation[] {
  return listPaths(input).flatMap(path => {
    const fieldPath = path.join('.') || 'the input'
    const replacements = hostileValues.map(([label, value]) => ({
      label: `${label} as ${fieldPath}`,
      input: replaceAt(input, path, value),
      path,
      value,
    }))
    return path.length === 0
      ? replacements
      : [
          ...replacements,
          { label: `no ${fieldPath}`, input: replaceAt(input, path, undefined), path, value: undefined },
        ]
  })
}

/** Returns the input with several values replaced; undefined if one of them is inside another. */
export function combineMutations(input: unknown, mutations: readonly Mutation[]): unknown {
  const isInside = (path: Path, outer: Path) => outer.every((key, n) => path[n] === key)
  const isApart = mutations.every(({ path }, n) =>
    mutations.slice(0, n).every(it => !isInside(path, it.path) && !isInside(it.path, path)),
  )
  return isApart
    ? mutations.reduce((combined, { path, value }) => replaceAt(combined, path, value), input)
    : undefined
}

type Path = readonly (string | number)[]

function listPaths(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...listPaths(value[0], [...path, 0])]
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, key]))]
}

function replaceAt(target: unknown, path: Path, value: unknown): unknown {
  const [key, ...remainingPath] = path
  if (key === undefined) return value
  if (Array.isArray(target))
    return target.map((it, n) => (n === key ? replaceAt(it, remainingPath, value) : it))
  const object = target as Record<string, unknown>
  return { ...object, [key]: replaceAt(object[key], remainingPath, value) }
}
