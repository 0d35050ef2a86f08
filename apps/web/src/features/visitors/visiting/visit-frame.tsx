import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLanguage } from '../../../ui/language/page-language.tsx'
import classes from './visit-frame.module.css'

type Props = {
  /** The zone; above the title. */
  place?: string
  /** Undefined if the content has the heading. */
  title?: string | undefined
  intro?: ReactNode
  isKiosk?: boolean
  isCentred?: boolean
  /** True to offer the languages: at the beginning, and not once something was typed, because choosing one reloads the page. */
  offersLanguages?: boolean
  children: ReactNode
}

/** The layout of the pages for visitors: one calm column with the zone, a title and one thing to do. */
export function VisitFrame({ place, title, intro, isKiosk, isCentred, offersLanguages, children }: Props) {
  return (
    <main className={classes.frame} data-centred={isCentred || undefined}>
      <div className={classes.body} data-kiosk={isKiosk || undefined}>
        {offersLanguages && (
          <Group mb="md">
            <PageLanguage />
          </Group>
        )}
        {place !== undefined && (
          <Text c="dimmed" fw={600} dir="auto" mb={title === undefined ? 'sm' : 0}>
            {place}
          </Text>
        )}
        {title !== undefined && (
          <Title
            lts="-0.02em"
            lh={1.15}
            fz={isKiosk && isCentred ? 40 : undefined}
            mb={intro ? 4 : 'md'}
            dir="auto"
          >
            {title}
          </Title>
        )}
        {intro && (
          <Text c="dimmed" mb="lg">
            {intro}
          </Text>
        )}
        {children}
      </div>
    </main>
  )
}
