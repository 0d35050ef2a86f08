import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

type Props = { title: string; text?: ReactNode; children: ReactNode }

/** One subject of the settings: what it is, what it is for, and the controls. */
export function SettingsCard({ title, text, children }: Props) {
  const titleId = useId()
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div>
        <h2 className={classes.cardTitle} id={titleId}>
          {title}
        </h2>
        {text && <p className={classes.cardText}>{text}</p>}
      </div>
      {children}
    </section>
  )
}
