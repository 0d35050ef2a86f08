import { type ReactNode, useId, useState } from 'react'
import { CardMarkPlace } from '../../ui/live/card-mark.tsx'
import classes from './settings.module.css'

type Props = { title: string; text?: ReactNode; children: ReactNode }

/** One subject of the settings: what it is, what it is for, and the controls. */
export function SettingsCard({ title, text, children }: Props) {
  const titleId = useId()
  const [markPlace, setMarkPlace] = useState<Element | null>(null)
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle} id={titleId}>
            {title}
          </h2>
          <span ref={setMarkPlace} />
        </div>
        {text && <p className={classes.cardText}>{text}</p>}
      </div>
      <CardMarkPlace value={markPlace}>{children}</CardMarkPlace>
    </section>
  )
}
