import type { ReactNode } from 'react'
import classes from './age-grey.module.css'
import { NotLiveBar } from './not-live-bar.tsx'
import { Stale } from './stale-context.ts'
import { useNotLive } from './use-not-live.ts'

/**
 * Around what shows data in a place of its own: the page (`as="main"`, done by the shell), a sheet, a dialog with a list. While
 * the feed is down it greys the data and says its age above; buttons and forms keep their colours, they still do something.
 */
export function LiveScope({ as: Element = 'div', children, ...props }: Props) {
  const notLive = useNotLive()
  return (
    <>
      <NotLiveBar />
      <Stale value={notLive}>
        <Element
          {...props}
          className={`${classes.age} ${props.className ?? classes.plain}`}
          data-stale={notLive || undefined}
        >
          {children}
        </Element>
      </Stale>
    </>
  )
}

type Props = {
  as?: 'main' | 'div'
  id?: string
  className?: string | undefined
  tabIndex?: number
  children: ReactNode
}
