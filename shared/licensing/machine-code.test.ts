import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMachineCode } from './machine-code.ts'

const code = 'F00D-4242:0001'

test.each([
  ['  F00D-4242:0001 ', 'blanks around it'],
  ['\r\n\tF00D-4242:0001\r\n', 'lines around it'],
  ['F00D-42 42:00 01', 'blanks within it'],
  ['F00D-42\r\n42:0001', 'a line’s end within it'],
  ['F00D-4242:0001.', 'a sentence’s end'],
  ['“F00D-4242:0001”, ', 'quotes and a comma'],
  ['`F00D-4242:0001`', 'a chat’s sign for code'],
  ['\uFEFFF00D\u200B-4242:\u200D0001\u2060', 'invisible marks'],
  ['\u202AF00D-4242:0001\u202C', 'direction marks'],
  ['\u00A0F00D-4242:\u00A00001\u202F', 'blanks that don’t break'],
  ['F00D\u20104242:0001', 'a hyphen'],
  ['F00D\u20114242:0001', 'a hyphen that doesn’t break'],
  ['F00D\u20134242:0001', 'a dash'],
  ['F00D\u22124242:0001', 'a minus'],
  ['F00D-42\u00AD42:0001', 'a soft hyphen'],
  ['Ｆ００Ｄ－４２４２：０００１。', 'wide characters'],
])('reads %j, with %s', (text) => expect(readMachineCode(text)).toBe(code))

test.each([
  'Machine code: F00D-4242',
  'Machine-Code: F00D-4242',
  'F00D-4242 is mine',
  'F00D-4242\nThanks, Ada',
  `${code}${' '.repeat(1000)}`,
])('leaves %j, whose words would become a part of it', (text) => expect(readMachineCode(text)).toBe(text))

test('changes no letter of a code', () => {
  expect(readMachineCode('.under_Score-')).toBe('.under_Score-')
  expect(readMachineCode('O0Il1-o0iL1')).toBe('O0Il1-o0iL1')
  const machineId = fc.stringMatching(/^[A-Za-z0-9._:-]{7,127}[A-Za-z0-9_:-]$/)
  fc.assert(
    fc.property(machineId, (id) => {
      expect(readMachineCode(id)).toBe(id)
      expect(readMachineCode(`\n ${[...id].join('\u200B')}. `)).toBe(id)
    }),
  )
})
