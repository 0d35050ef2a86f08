import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'

type Props = {
  text: string
  /** Accessible name: "Your user code as a QR code". The text itself is shown beside it. */
  label: string
  /** Makes the code large enough to be scanned from a phone at arm's length. */
  big?: boolean
}

/** Draws the dark squares of a QR code as one SVG path, one unit per square. */
function toQrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}

/** A text as a QR code, dark on white in every colour scheme. */
export function QrCode({ text, label, big = false }: Props) {
  const { size, path } = useMemo(() => toQrPath(text), [text])
  return (
    <svg
      className={classes.qr}
      data-big={big || undefined}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentcolor" />
    </svg>
  )
}
