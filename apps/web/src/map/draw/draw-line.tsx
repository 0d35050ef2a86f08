import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { announce } from '../../ui/live/live-region.tsx'
import classes from './draw-shape.module.css'

type Props = {
  text: string
  /** The label of the button. It begins with "Cancel" but differs from the label of the form's own Cancel button. */
  cancelLabel: string
  onCancel: (() => void) | undefined
}

/** The drawing instructions over the map, with a Cancel button. Announces new instructions and scrolls the map into view. */
export function DrawLine({ text, cancelLabel, onCancel }: Props) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    announce(text)
    line.current?.closest('section')?.scrollIntoView?.({ block: 'nearest' })
  }, [text])
  return (
    <div ref={line} className={classes.line}>
      <span>{text}</span>
      {onCancel && (
        <Button variant="default" aria-label={cancelLabel} onClick={onCancel}>
          {t`Cancel`}
        </Button>
      )}
    </div>
  )
}
