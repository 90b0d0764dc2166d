/** An answer with three ids that the framework has, and three of its shape that it does not have. */
export interface SeededAnswer {
  framework: string
  real: readonly [string, string, string]
  invented: readonly [string, string, string]
  text: string
}

export const SEEDED: readonly SeededAnswer[] = [
  {
    framework: 'iso-27001',
    real: ['A.5.20', 'A.8.24', '6.1.2'],
    invented: ['A.5.41', 'A.8.37', '6.1.5'],
    text: `Write the security terms into every supplier agreement (**A.5.20**) and keep a crypto policy as A.8.24 wants.
Risk assessment follows Clause 6.1.2, its acceptance clause 6.1.5. Vendor exit plans are in A.5.41; robots in A.8.37.`,
  },
  {
    framework: 'iso-27002',
    real: ['5.15', '8.28', '7.4'],
    invented: ['5.40', '8.36', '7.19'],
    text: `Control 5.15 sets the rules for access, control 8.28 asks for secure coding, and control 7.4 watches the premises.
Some add Control 5.40 on chat bots, control 8.36 on prompts and, for drones, Control 7.19.`,
  },
  {
    framework: 'soc-2',
    real: ['CC6.1', 'CC7.2', 'A1.2'],
    invented: ['CC6.11', 'CC7.9', 'A1.7'],
    text: `| Criterion | Evidence |
| --- | --- |
| CC6.1 | access list |
| CC6.11 | badge photos |
| CC7.2 | alerts |
| CC7.9 | drills |

For availability see A1.2 and A1.7.`,
  },
  {
    framework: 'gdpr',
    real: ['Art. 33', 'Art. 5', 'Art. 28'],
    invented: ['Art. 104', 'Art. 112', 'Art. 135'],
    text: `A breach goes to the authority within 72 hours (Article 33). The principles are in Art. 5, processors in Artikel 28.
Robots are covered by Article 104, neural data by Art. 112, and fees by art. 135.`,
  },
  {
    framework: 'dora',
    real: ['Art. 17', 'Art. 19', 'Art. 28'],
    invented: ['Art. 71', 'Art. 88', 'Art. 90'],
    text: `1. Set up the incident process of Article 17.
2. Report major incidents under Article 19, small ones under Article 71.
3. Keep the register of Article 28; audit it by Article 88 and Article 90.`,
  },
  {
    framework: 'nis2',
    real: ['Art. 21(2)(d)', 'Art. 23', 'Art. 20'],
    invented: ['Art. 21(2)(m)', 'Art. 51', 'Art. 60'],
    text: `Supply chain security is Art. 21(2)(d), drone security Art. 21(2)(m). Article 23 sets the reporting steps, Article 51
the forms. The board answers under Article 20; its members' insurance is Article 60.`,
  },
  {
    framework: 'hipaa',
    real: ['164.312(b)', '164.308(a)(2)', '164.404'],
    invented: ['164.390', '164.577', '164.399'],
    text: `Audit controls are at § 164.312(b), the security official at 45 CFR § 164.308(a)(2), notice to individuals at § 164.404.
Wearables are at § 164.390, chat bots at §164.577, and 45 CFR 164.399 has the forms.`,
  },
  {
    framework: 'nist-800-53',
    real: ['AC-2', 'AU-6', 'SC-7'],
    invented: ['AC-31', 'AU-19', 'SC-77'],
    text: `Manage accounts (AC-2), review the logs (AU-6) and guard the boundary (SC-7). Then look at AC-31 for bots,
AU-19 for chat transcripts and SC-77 for satellites.`,
  },
  {
    framework: 'nist-csf',
    real: ['GV.OC-01', 'PR.AA-05', 'DE.CM-01'],
    invented: ['GV.OC-09', 'PR.AA-12', 'DE.XX-01'],
    text: `- **GV.OC-01**: know the mission. **GV.OC-09**: know the slogans.
- PR.AA-05 limits permissions; PR.AA-12 limits meetings.
- DE.CM-01 watches networks; DE.XX-01 watches the sky.`,
  },
  {
    framework: 'pci-dss',
    real: ['8.3.6', '3.5.1', '11.3.2'],
    invented: ['8.3.14', '3.5.9', '14.1.1'],
    text: `Passwords: Requirement 8.3.6. Stored numbers: Requirement 3.5.1. Scans: Requirement 11.3.2.
Passphrases: Requirement 8.3.14. Tokens: Requirement 3.5.9. Sustainability: Requirement 14.1.1.`,
  },
  {
    framework: 'cis-controls',
    real: ['1.1', '5.4', '12.2'],
    invented: ['1.8', '5.9', '19.2'],
    text: `Keep the inventory (Safeguard 1.1), restrict administrators (Safeguard 5.4), keep the network current (Safeguard 12.2).
There are also Safeguard 1.8 for toys, Safeguard 5.9 for guests and Safeguard 19.2 for suppliers.`,
  },
  {
    framework: 'csa-ccm',
    real: ['A&A-02', 'IAM-05', 'LOG-03'],
    invented: ['A&A-11', 'IAM-23', 'LOG-27'],
    text: `Independent assessments: A&A-02. Least privilege: IAM-05. Monitoring: LOG-03. Beyond them stand A&A-11, IAM-23, and LOG-27.`,
  },
  {
    framework: 'tisax',
    real: ['1.1.1', '4.1.2', '8.1.3'],
    invented: ['1.1.4', '4.1.9', '8.1.19'],
    text: `ISA 1.1.1 asks for policies, ISA 4.1.2 for access, ISA 8.1.3 for visitors. ISA 1.1.4, ISA 4.1.9 and ISA 8.1.19 go further.`,
  },
  {
    framework: 'nist-800-171',
    real: ['03.01.01', '03.05.03', '03.13.11'],
    invented: ['03.01.29', '03.05.19', '03.22.01'],
    text: `Requirement 03.01.01 manages accounts, 03.05.03 asks for two factors and 03.13.11 for good cryptography.
Requirement 03.01.29 manages bots, 03.05.19 badges, and 03.22.01 drones.`,
  },
  {
    framework: 'cmmc',
    real: ['AC.L2-3.1.4', 'SC.L2-3.13.11', 'IA.L2-3.5.3'],
    invented: ['AC.L2-3.1.40', 'SC.L2-3.13.31', 'IA.L4-3.5.3'],
    text: `Separate duties (AC.L2-3.1.4), use validated cryptography (SC.L2-3.13.11) and two factors (IA.L2-3.5.3).
Assessors also ask for AC.L2-3.1.40, SC.L2-3.13.31 and IA.L4-3.5.3.`,
  },
  {
    framework: 'nist-ai-rmf',
    real: ['GOVERN 1.1', 'MAP 2.3', 'MEASURE 2.6'],
    invented: ['GOVERN 1.9', 'MAP 7.1', 'MANAGE 5.2'],
    text: `Know the law (GOVERN 1.1), document the science (Map 2.3) and test for safety (MEASURE 2.6).
GOVERN 1.9 is about slogans, MAP 7.1 about maps and MANAGE 5.2 about managers.`,
  },
  {
    framework: 'ccpa',
    real: ['1798.100', '1798.105', '1798.121'],
    invented: ['1798.101', '1798.222', '1798.400'],
    text: `Notice at collection is § 1798.100, deletion § 1798.105, and the limits on sensitive data § 1798.121.
See also § 1798.101, Section 1798.222 and Cal. Civ. Code § 1798.400.`,
  },
  {
    framework: 'cra',
    real: ['Art. 13', 'Art. 14', 'Annex I Part II (1)'],
    invented: ['Art. 77', 'Art. 95', 'Annex XV'],
    text: `Article 13 binds manufacturers, Article 14 makes them report, Annex I Part II (1) asks for a bill of materials.
Toys are in Article 77, satellites in Article 95, and the forms in Annex XV.`,
  },
  {
    framework: 'iso-42001',
    real: ['A.6.2.4', '6.1.2', 'A.2.2'],
    invented: ['A.6.2.12', '6.1.7', 'A.2.8'],
    text: `Verify the system (A.6.2.4), assess its risks (Clause 6.1.2) and have a policy (A.2.2).
Prompt reviews are A.6.2.12, model funerals Clause 6.1.7 and slogans A.2.8.`,
  },
]

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
