import { t } from '@lingui/core/macro'
import { Flex, Text } from '@mantine/core'
import { type ReactNode, useContext, useId } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { StaleContext } from '../live/stale-context.ts'
import { HeaderTitle } from './header-title.ts'
import classes from './page.module.css'

type Props = {
  title: string
  /** Shown as a badge beside the title; omit it while unknown. */
  count?: number
  /** The noun of the count, for screen readers: "zones". */
  countLabel?: string
  subtitle?: ReactNode
  action?: ReactNode
  /** Secondary actions (icon buttons, a menu), to the left of the primary button. */
  secondary?: ReactNode
  /** Search and filters; sticky while the content scrolls. */
  toolbar?: ReactNode
  /** True if the toolbar shows the title itself, so that it stays while the content scrolls. */
  titleHidden?: boolean
  /** The page of something urgent, red, or of its exercise, striped. */
  tone?: 'alarm' | 'drill' | undefined
  /** True for a page beside other content, which has the small title of a phone. */
  narrow?: boolean
  children: ReactNode
}

/** Describes the count for screen readers: "12 zones, not live". */
function describeCount(count: number, noun: string | undefined, isStale: boolean): string {
  const countText = formatCount(count)
  const text = noun ? `${countText} ${noun}` : t`${countText} in total`
  return isStale ? t`${text}, not live` : text
}

/** The layout of every page: title with count, one primary button, a sticky bar, then the content. */
export function Page(props: Props) {
  const {
    title,
    count,
    countLabel,
    subtitle,
    action,
    secondary,
    toolbar,
    titleHidden,
    narrow,
    tone,
    children,
  } = props
  const titleId = useId()
  const isStale = useContext(StaleContext)
  const isRepeated = useContext(HeaderTitle) === title
  const isBare = isRepeated && count === undefined && !subtitle && !secondary && !action
  return (
    <section className={classes.page} data-narrow={narrow || undefined} aria-labelledby={titleId}>
      <Flex
        component="header"
        wrap="wrap"
        align="center"
        gap="sm"
        data-repeated={isBare || undefined}
        data-hidden={titleHidden || undefined}
        data-tone={tone}
        className={classes.head}
      >
        <div className={classes.words}>
          <div className={classes.title} data-long={title.length > 40 || undefined}>
            <h1
              id={titleId}
              dir="auto"
              data-repeated={isRepeated || undefined}
              style={{ font: 'inherit', letterSpacing: 'inherit' }}
            >
              {title}
            </h1>
            {count !== undefined && (
              <span
                className={classes.count}
                data-stale={isStale || undefined}
                role="img"
                aria-label={describeCount(count, countLabel, isStale)}
              >
                {formatCount(count)}
              </span>
            )}
          </div>
          {subtitle && (
            <Text component="div" c={tone ? undefined : 'dimmed'} mt={tone ? 0 : 4}>
              {subtitle}
            </Text>
          )}
        </div>
        {(secondary || action) && (
          <div className={classes.actions} data-no-print>
            {secondary}
            {action}
          </div>
        )}
      </Flex>
      {toolbar && (
        <search className="toolbar" data-no-print>
          {toolbar}
        </search>
      )}
      {children}
    </section>
  )
}
