import type { Pattern, SeriesStyle } from './chart-looks.ts'

const tileSize = 8

/** The marks of each pattern, drawn in the background colour over the series' colour. */
const patternMarks: Record<Exclude<Pattern, 'solid'>, React.ReactNode> = {
  stripes: <path d="M-2 10 10 -2M-2 2 2 -2M6 10 10 6" />,
  dots: <circle cx={4} cy={4} r={1.4} fill="var(--m-surface)" stroke="none" />,
  grid: <path d="M0 4H8M4 0V8" />,
  lines: <path d="M0 4H8" />,
  'back-stripes': <path d="M-2 -2 10 10M-2 6 2 10M6 -2 10 2" />,
  columns: <path d="M4 0V8" />,
  rings: <circle cx={4} cy={4} r={2.4} />,
}

/** Defines the fill of a series' bars, referenced as `fill="url(#id)"`. */
export function SeriesPattern({ id, look: { color, pattern } }: { id: string; look: SeriesStyle }) {
  return (
    <pattern id={id} width={tileSize} height={tileSize} patternUnits="userSpaceOnUse">
      <rect width={tileSize} height={tileSize} style={{ fill: color }} />
      {pattern !== 'solid' && (
        <g fill="none" stroke="var(--m-surface)" strokeWidth={1.6}>
          {patternMarks[pattern]}
        </g>
      )}
    </pattern>
  )
}
