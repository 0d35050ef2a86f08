import { type ReactNode, useId } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { LiveFrame, type LiveSource } from '../live/live-frame.tsx'
import { useNotLive } from '../live/use-not-live.ts'
import classes from './page.module.css'

type Props = {
  title: string
  /** Shown as a badge beside the title; leave it out while the count is not known. */
  count?: number
  /** What is counted, for screen readers: "12 zones". */
  countLabel?: string
  subtitle?: ReactNode
  /** The one main button of the page. */
  action?: ReactNode
  /** Quiet further actions (icon buttons, a menu), left of the main button. */
  secondary?: ReactNode
  /** Where the content comes from, of a page that claims to be live. */
  live?: LiveSource
  /** Search and filters; stays in view while the content scrolls. */
  toolbar?: ReactNode
  children: ReactNode
}

/** The frame of every page: title with count, one main button, a sticky bar, then the content. */
export function Page({
  title,
  count,
  countLabel,
  subtitle,
  action,
  secondary,
  live,
  toolbar,
  children,
}: Props) {
  const titleId = useId()
  const notLive = useNotLive()
  // The badge stands above the frame, and is as old.
  const isOld = live !== undefined && (notLive || live.failed === true)
  return (
    <section className={classes.page} aria-labelledby={titleId}>
      <header className={classes.head}>
        <div className={classes.words}>
          <div className={classes.title} data-long={title.length > 40 || undefined}>
            <h1 id={titleId} dir="auto" style={{ font: 'inherit', letterSpacing: 'inherit' }}>
              {title}
            </h1>
            {count !== undefined && (
              <span
                className={classes.count}
                data-stale={isOld || undefined}
                role="img"
                aria-label={`${formatCount(count)} ${countLabel ?? 'in total'}${isOld ? ', not live' : ''}`}
              >
                {formatCount(count)}
              </span>
            )}
          </div>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {(secondary || action) && (
          <div className={classes.actions}>
            {secondary}
            {action}
          </div>
        )}
      </header>
      {toolbar && <search className={classes.toolbar}>{toolbar}</search>}
      {live ? <LiveFrame {...live}>{children}</LiveFrame> : children}
    </section>
  )
}
