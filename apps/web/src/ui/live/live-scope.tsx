import type { ReactNode } from 'react'
import classes from './age-grey.module.css'
import { NotLiveBar } from './not-live-bar.tsx'
import { Stale } from './stale-context.ts'
import { useNotLive } from './use-not-live.ts'

/**
 * Wraps a region with data: the page (`as="main"`, done by the shell), a sheet, a dialog with a list. While the feed is down it
 * greys out the data and shows its age above; buttons and forms keep their colours, since they still work.
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
