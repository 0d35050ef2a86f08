import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSkill, cleanSkills, removeSkill } from './skills.ts'

test('a skill is trimmed and added at the end', () => {
  expect(addSkill(['Welding'], '  First aid ')).toEqual(['Welding', 'First aid'])
})

test('blank and existing skills change nothing', () => {
  const skills = ['Welding']
  for (const text of ['', '   ', 'Welding', ' welding ', 'WELDING'])
    expect(addSkill(skills, text)).toBe(skills)
})

test('a skill is removed by its exact text', () => {
  expect(removeSkill(['Welding', 'First aid'], 'Welding')).toEqual(['First aid'])
  expect(removeSkill(['Welding'], 'Crane')).toEqual(['Welding'])
})

test('cleaning a clean list changes nothing', () => {
  expect(cleanSkills([' a', 'A ', '', 'b'])).toEqual(['a', 'b'])
  fc.assert(
    fc.property(fc.array(fc.string()), skills => {
      const cleanedSkills = cleanSkills(skills)
      expect(cleanedSkills.every(skill => skill !== '' && skill === skill.trim())).toBe(true)
      expect(new Set(cleanedSkills.map(skill => skill.toLowerCase())).size).toBe(cleanedSkills.length)
      expect(cleanSkills(cleanedSkills)).toEqual(cleanedSkills)
    }),
  )
})
