import { i18n } from '@lingui/core'
import { findStandInName, standInNames } from '@muster/domain/stand-in-name.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { Name } from './name.tsx'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

it.each([...Object.values(standInNames), 'Badge 17 (unknown)'])(
  'shows “%s” in the language of the reader',
  name => {
    i18n.loadAndActivate({ locale: 'hi', messages: { [findStandInName(name)?.id ?? '']: 'अनुवाद' } })
    renderUi(<Name>{name}</Name>)
    expect(screen.queryByText('अनुवाद')).not.toBeNull()
  },
)

it('names of people are not translated', () => {
  renderUi(<Name>constructor</Name>)
  expect(screen.queryByText('constructor')).not.toBeNull()
})
