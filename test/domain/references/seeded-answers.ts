import { readFileSync } from 'node:fs'

/** An answer with three ids that the framework has, and three of its shape that it does not have. */
export interface SeededAnswer {
  framework: string
  real: readonly [string, string, string]
  invented: readonly [string, string, string]
  text: string
}

export const SEEDED = JSON.parse(
  readFileSync(new URL('seeded-answers.json', import.meta.url), 'utf8'),
) as readonly SeededAnswer[]

/** Plain sentences with numbers that are no ids of anything; every line has at least one. */
export const PROSE: readonly string[] = [
  'Upgrade to Node 24.1.0, Python 3.12 or nginx 1.27.3 before 2026-05-31.',
  'Release v2.0.1 replaced 1.9.14; the API stays at version 1.2.',
  'TLS 1.2 is the least, TLS 1.3 is better, SSL 3.0 is off.',
  'The audit ran from 03.05.2024 to 17.06.2024 and cost EUR 12,500.00.',
  'On 5.1.2025 and 12/31/2025 the invoices of $1,798.50 and 164.30 euro were paid.',
  'Block 10.0.0.1, 192.168.1.254 and 8.8.8.8; allow 172.16.0.0/12 and fe80::1.',
  'Uptime was 99.95 %, errors fell by 5.2% and churn is 0.33 percent.',
  'Penalties reach 4 % of turnover or 20 million; 2.5 times as much in 2027.',
  'The lease is void after 6.2 years, and our house rules end on page 33.',
  'At 14:30 on Monday 2 of 12 servers held 8.2 GB and 5.1 TB.',
  'Call +1 800 555 0100, extension 5.20, or write to room 7.4 on floor 8.',
  'Figure 4.2 and Table 5.1 of our handbook show the 3.1 million records.',
  'A 5.7 inch phone, a 2.4 GHz radio and a 3.3 V rail passed at 5.0 out of 6.',
  'Ticket AB-12345, order 2024-0815 and error E-404 are closed.',
  'Ports 443, 8443 and 5432 are open; build 20240501.3 is live.',
  'The ratio is 1:4.5, the score 7.8 of 10 (CVSS 3.1), the CVE is CVE-2024-3094.',
  'A cat, a dog. A. Smith and C. Jones met I. and P. at plan B, option A.',
  "The company's 13 servers run .NET 8.0, such as 3.12 did; the app 24 hours later took 500.10 dollars and $500.1.",
  'Take vitamin B12, an A4 sheet, a C4 model and the M1 chip.',
]
