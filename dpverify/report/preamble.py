"""The fixed parts of the document: everything before the first claim. Only packages of a plain TeX Live."""

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,amssymb,amsthm,mathtools}
\usepackage{booktabs,longtable,array}
\usepackage{graphicx}
\usepackage[hidelinks]{hyperref}
\allowdisplaybreaks
\AtBeginDocument{\abovedisplayskip=7pt plus 3pt minus 3pt\belowdisplayskip=\abovedisplayskip
  \abovedisplayshortskip=4pt plus 2pt\belowdisplayshortskip=5pt plus 2pt}
\setlength{\emergencystretch}{4em}
\setlength{\LTleft}{0pt}
\newtheoremstyle{claims}{\medskipamount}{\medskipamount}{}{}{\bfseries}{.}{ }{}
\theoremstyle{claims}
\newtheorem{claim}{Claim}
\newcommand{\verdict}[1]{\textsf{#1}}
% A place where a long word may be broken without a hyphen; the little stretch lets the lines come out even.
\newcommand{\brk}{\penalty50\hskip0pt plus.15em\relax}
\newcommand{\step}[1]{\emph{Step #1}}
% Formulas are broken into lines before they come here; what is still too wide for its place is set smaller.
\newlength{\lhswidth}
\newlength{\fitwidth}
\newsavebox{\fitbox}
\newcommand{\fitto}[2]{\begingroup\setlength{\fitwidth}{#1}\sbox{\fitbox}{$\displaystyle #2$}%
  \ifdim\wd\fitbox>\fitwidth\resizebox{\fitwidth}{!}{\usebox{\fitbox}}\else\usebox{\fitbox}\fi\endgroup}
\newcommand{\fitall}[1]{\fitto{\dimexpr\linewidth-4em\relax}{#1}}
\newcommand{\fitrhs}[1]{\fitto{\dimexpr\linewidth-\lhswidth-6em\relax}{#1}}
\newcommand{\setlhs}[1]{\settowidth{\lhswidth}{$\displaystyle #1$}}
% What decided the steps, in small print.
\newenvironment{evidence}{\begin{list}{}{\footnotesize\leftmargin=1.5em\rightmargin=0pt\itemindent=-1.5em\labelwidth=0pt\labelsep=0pt
  \topsep=3pt\itemsep=0pt\parsep=1pt\partopsep=0pt\raggedright}}{\end{list}}
\newcounter{lemma}
\renewcommand{\thelemma}{(L\arabic{lemma})}
\newenvironment{lemmas}{\begin{list}{\thelemma}{\usecounter{lemma}\leftmargin=3em\labelwidth=2.4em\itemsep=2pt\parsep=0pt}}{\end{list}}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
"""

VERDICTS_EXPLAINED = r"""\section*{How to read the verdicts}
Every verdict is computed from the statement and its derivation, none is declared. A claim is as strong as its weakest link,
the claims that it uses included. The steps of a derivation are decided one by one, and their chain leads to the statement; the small
print under a derivation says what decided each. Two sides that ``have the same normal form'' are the same rational function of
symbols, exponentials, logarithms and other independent functions, and defined on the whole domain.
\begin{description}
\item[\verdict{proved}] Every step holds exactly on the whole stated domain: a symbolic identity, an exact certificate, or a rule
  whose side conditions were checked in the same way. The lemmas on which rules rest are named with the claim.
\item[\verdict{certified}] An inequality that rigorous interval enclosures establish on the whole stated domain; nothing is sampled.
\item[\verdict{checked}] Rigorous enclosures at the stated points only: consistent there, not verified.
\item[\verdict{refuted}] A point of the domain at which rigorous enclosures exclude the statement.
\item[\verdict{undecided}] None of these.
\end{description}
"""
