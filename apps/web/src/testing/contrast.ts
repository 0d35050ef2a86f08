export type Rgb = readonly [number, number, number]

/** Parses `#dc6068`; throws for anything else. */
export function parseHex(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`${hex} is no colour of six digits.`)
  return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

/** Computes `color-mix(in srgb, over share, background)`. */
export function mix(over: Rgb, share: number, background: Rgb): Rgb {
  return over.map((it, n) => it * share + (background[n] ?? 0) * (1 - share)) as unknown as Rgb
}

/** Returns the contrast ratio from 1 to 21, as defined by WCAG 2.2 (relative luminance of sRGB). */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map(it => {
    const channel = it / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
