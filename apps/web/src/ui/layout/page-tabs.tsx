import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { AppPath } from '../../lib/paths.ts'
import classes from './page-tabs.module.css'

type Tab = { label: string; to: AppPath; search?: Record<string, boolean | undefined> }

type Props = {
  label: string
  tabs: readonly Tab[]
  /** True above a page, with its margins; otherwise the tabs fill a line of their container. */
  framed?: boolean
}

/** Links to pages that belong together. Nothing if there is only one. */
export function PageTabs({ label, tabs, framed }: Props) {
  const listRef = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: location => location.pathname })
  // On a phone, not all tabs fit.
  useEffect(() => {
    listRef.current
      ?.querySelector(`[href="#${pathname}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  if (tabs.length < 2) return null
  return (
    <nav ref={listRef} className={classes.tabs} aria-label={label} data-framed={framed || undefined}>
      {tabs.map(tab => (
        <Link
          key={tab.label}
          to={tab.to}
          search={tab.search as never}
          // Tells two tabs of one path apart by their search parameters.
          activeOptions={{ explicitUndefined: true, includeSearch: tab.search !== undefined }}
          className={classes.tab}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
