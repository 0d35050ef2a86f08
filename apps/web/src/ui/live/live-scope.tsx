import type { ReactNode } from 'react'
import classes from './age-grey.module.css'
import { NotLiveBar } from './not-live-bar.tsx'
import { StaleContext } from './stale-context.ts'
import { useNotLive } from './use-not-live.ts'

/**
 * Wraps a region that shows data: the page (`as="main"`, done by the shell), a sheet, or a dialog with a list. While the feed is
 * down, it greys out the data and shows its age above. Buttons and forms keep their colours, because they still work.
 */
export function LiveScope({ as: Element = 'div', children, ...props }: Props) {
  const isNotLive = useNotLive()
  return (
    <>
      <NotLiveBar />
      <StaleContext value={isNotLive}>
        <Element
          {...props}
          className={`${classes.age} ${props.className ?? classes.plain}`}
          data-stale={isNotLive || undefined}
        >
          {children}
        </Element>
      </StaleContext>
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
