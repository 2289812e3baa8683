; Does a robot on its feet fall over? Its center of mass, and what it stands on.
(define-library (robot balance)
  (import (brshell) (robot kinematics))
  (export center-of-mass center-over-foot support-polygon balance-margin)
  (include "balance.scm"))
