import { t } from '@lingui/core/macro'

const insidePoints = [
  [210, 150],
  [262, 205],
  [318, 168],
  [236, 262],
  [340, 246],
] as const
const outsidePoints = [
  [92, 118],
  [462, 330],
  [128, 344],
] as const

/** An illustration of a zone with people inside and outside, drawn as the map draws them. Decorative. */
export function ZonePicture() {
  return (
    <svg viewBox="0 0 560 420" fill="none">
      <title>{t`A zone with people inside and outside`}</title>
      <g stroke="var(--m-line)" strokeWidth="2">
        <path d="M0 96 560 40M0 210 560 300M0 372 560 356M76 0 132 420M300 0 256 420M470 0 500 420" />
        <path d="M0 300C160 250 210 380 360 340S520 200 560 180" strokeWidth="10" />
      </g>
      <path
        d="M160 110 330 84 420 190 372 300 208 322 132 226z"
        fill="var(--m-zone-fill)"
        stroke="var(--m-zone)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {[
        [160, 110],
        [330, 84],
        [420, 190],
        [372, 300],
        [208, 322],
        [132, 226],
      ].map(([x, y]) => (
        <circle
          key={`${x}-${y}`}
          cx={x}
          cy={y}
          r="5"
          fill="var(--m-surface)"
          stroke="var(--m-zone)"
          strokeWidth="2"
        />
      ))}
      {insidePoints.map(([x, y]) => (
        <g key={`${x}-${y}`}>
          <circle cx={x} cy={y} r="15" fill="var(--m-surface)" stroke="var(--m-inside)" strokeWidth="3" />
          <path
            d={`M${x - 5} ${y}l3.5 4 7-8`}
            stroke="var(--m-inside)"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      ))}
      {outsidePoints.map(([x, y]) => (
        <circle
          key={`${x}-${y}`}
          cx={x}
          cy={y}
          r="13"
          fill="var(--m-surface)"
          stroke="var(--m-outside)"
          strokeWidth="2"
          strokeDasharray="4 4"
        />
      ))}
    </svg>
  )
}
