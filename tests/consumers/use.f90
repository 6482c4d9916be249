! A Fortran program that calls kernels through iso_c_binding: the types of pycu_abi.h, once more.
module plate
  use, intrinsic :: iso_c_binding
  implicit none

  type, bind(c) :: pycu_dim3
    integer(c_int32_t) :: x = 1, y = 1, z = 1
  end type

  type, bind(c) :: pycu_array_f64_1d
    type(c_ptr) :: data
    integer(c_int64_t) :: shape(1), strides(1)
  end type

  type, bind(c) :: pycu_array_f32_2d
    type(c_ptr) :: data
    integer(c_int64_t) :: shape(2), strides(2)
  end type

  interface
    integer(c_int) function plate_step(grid, block, shared_bytes, stream, u, out) bind(c)
      import
      type(pycu_dim3), value :: grid, block
      integer(c_int32_t), value :: shared_bytes
      type(c_ptr), value :: stream
      type(pycu_array_f32_2d), value :: u, out
    end function

    integer(c_int) function plate_scale(grid, block, shared_bytes, stream, x, factor) &
        bind(c, name="plate_scale__a1f8a_f8")
      import
      type(pycu_dim3), value :: grid, block
      integer(c_int32_t), value :: shared_bytes
      type(c_ptr), value :: stream
      type(pycu_array_f64_1d), value :: x
      real(c_double), value :: factor
    end function

    type(c_ptr) function plate_last_error() bind(c)
      import
    end function
  end interface

contains

  ! A Fortran array as a kernel sees it: the first index is the one that moves fastest.
  function matrix(a) result(view)
    real(c_float), target, intent(in) :: a(:, :)
    type(pycu_array_f32_2d) :: view
    view%data = c_loc(a(1, 1))
    view%shape = shape(a, c_int64_t)
    view%strides = [4_c_int64_t, 4_c_int64_t * size(a, 1, c_int64_t)]
  end function

  ! The text of the last error.
  function last_error() result(text)
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: chars(:)
    integer :: n
    call c_f_pointer(plate_last_error(), chars, [320])
    n = 1
    do while (chars(n) /= c_null_char)
      n = n + 1
    end do
    allocate(character(len=n - 1) :: text)
    text = transfer(chars(1:n - 1), text)
  end function
end module

program use_plate
  use plate
  implicit none
  real(c_float), target :: u(4, 3), out(4, 3)
  real(c_double), target :: x(10)
  integer :: i, failures = 0

  u = reshape([(real(i, c_float), i = 0, 11)], [4, 3])
  out = 0
  call expect(plate_step(pycu_dim3(), pycu_dim3(8, 8, 1), 0, c_null_ptr, matrix(u), matrix(out)), 0)
  if (any(int([out(2, 2), out(3, 2), out(1, 1)]) /= [5, 6, 0])) failures = failures + 1

  x = 1
  call expect(plate_scale(pycu_dim3(), pycu_dim3(32, 1, 1), 0, c_null_ptr, &
      pycu_array_f64_1d(c_loc(x), [5_c_int64_t], [16_c_int64_t]), 3d0), 0)
  if (any(int(x([1, 2, 9])) /= [3, 1, 3])) failures = failures + 1

  call expect(plate_scale(pycu_dim3(), pycu_dim3(2000, 1, 1), 0, c_null_ptr, &
      pycu_array_f64_1d(c_loc(x), [5_c_int64_t], [16_c_int64_t]), 3d0), 2)
  if (index(last_error(), "scale: a block of (2000, 1, 1)") /= 1) failures = failures + 1
  if (int(x(1)) /= 3) failures = failures + 1

  print '(i0, " failures")', failures
  if (failures /= 0) stop 1

contains

  subroutine expect(code, wanted)
    integer(c_int), intent(in) :: code
    integer, intent(in) :: wanted
    if (code /= wanted) then
      print *, "code ", code, ": ", last_error()
      failures = failures + 1
    end if
  end subroutine
end program
