import { type ReactNode, useRef } from 'react'
import classes from './draw-shape.module.css'

type Props = {
  /** The measurement; undefined hides it. */
  text: string | undefined
  children: ReactNode
}

/** Shows a measurement beside the pointer while it moves over the map. The same figures stand as text below the map. */
export function PointerMeasure({ text, children }: Props) {
  const label = useRef<HTMLDivElement>(null)
  return (
    <div
      className={classes.pointer}
      onPointerMove={event => {
        const box = event.currentTarget.getBoundingClientRect()
        const [x, y] = [event.clientX - box.left, event.clientY - box.top]
        // Towards the middle of the map, so that the label is never cut off.
        const isRight = x > box.width / 2
        label.current?.style.setProperty(
          'transform',
          `translate(${x + (isRight ? -14 : 14)}px, ${y + 14}px) translateX(${isRight ? '-100%' : '0'})`,
        )
      }}
    >
      {children}
      <div ref={label} className={classes.measure} aria-hidden hidden={!text} data-figures>
        {text}
      </div>
    </div>
  )
}
